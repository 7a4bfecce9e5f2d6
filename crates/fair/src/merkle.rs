//! A Merkle tree over a list, as in RFC 6962 (and RFC 9162): leaves and nodes are hashed with
//! different first bytes.
//!
//! It knows digests only; what a leaf says is the business of whoever makes it.

use crate::Digest;
use sha2::{Digest as _, Sha256};

/// The digest of a leaf that says `data`, given in parts.
pub(crate) fn leaf(data: &[&[u8]]) -> Digest {
    digest(0, data)
}

fn node(left: Digest, right: Digest) -> Digest {
    digest(1, &[left.as_bytes(), right.as_bytes()])
}

fn digest(first: u8, parts: &[&[u8]]) -> Digest {
    let start = Sha256::new().chain_update([first]);
    Digest::new(
        parts
            .iter()
            .fold(start, |hash, part| hash.chain_update(part))
            .finalize()
            .into(),
    )
}

/// All levels of a tree, leaves first. A node without a neighbour goes up as it is.
#[derive(Clone)]
pub(crate) struct Tree {
    levels: Vec<Vec<Digest>>,
}

impl Tree {
    /// The tree over these leaves; none over nothing.
    pub(crate) fn new(leaves: Vec<Digest>) -> Option<Self> {
        if leaves.is_empty() {
            return None;
        }
        let mut levels = vec![leaves];
        while let Some(below) = levels.last().filter(|level| level.len() > 1) {
            let above = below
                .chunks(2)
                .map(|pair| match *pair {
                    [left, right] => node(left, right),
                    _ => pair[0],
                })
                .collect();
            levels.push(above);
        }
        Some(Self { levels })
    }

    /// What stands for the whole list.
    pub(crate) fn root(&self) -> Digest {
        self.levels[self.levels.len() - 1][0]
    }

    /// The neighbours on the way from a leaf to the root.
    pub(crate) fn path(&self, place: usize) -> Vec<Digest> {
        let neighbour =
            |(height, level): (usize, &Vec<Digest>)| level.get((place >> height) ^ 1).copied();
        self.levels
            .iter()
            .enumerate()
            .filter_map(neighbour)
            .collect()
    }
}

/// How many neighbours a leaf has on its way to the root of a tree of `size` leaves.
pub(crate) fn path_len(place: u32, size: u32) -> usize {
    sides(place, size).count()
}

/// The root that a leaf at `place` and its path lead to, in a tree of `size` leaves; none if there
/// is no such place or the path has another length.
pub(crate) fn root_of_path(leaf: Digest, place: u32, size: u32, path: &[Digest]) -> Option<Digest> {
    if place >= size || path.len() != path_len(place, size) {
        return None;
    }
    let step = |digest, (side, &neighbour)| match side {
        Side::Left => node(neighbour, digest),
        Side::Right => node(digest, neighbour),
    };
    Some(sides(place, size).zip(path).fold(leaf, step))
}

/// On which side a neighbour lies.
enum Side {
    Left,
    Right,
}

/// The sides of the neighbours from a leaf up, one for each level on which there is a neighbour.
fn sides(place: u32, size: u32) -> impl Iterator<Item = Side> {
    let (mut at, mut last) = (place, size.saturating_sub(1));
    std::iter::from_fn(move || {
        while last > 0 {
            let side = match (at % 2, at < last) {
                (1, _) => Some(Side::Left),
                (_, true) => Some(Side::Right),
                // The last of an odd number goes up alone.
                (_, false) => None,
            };
            (at, last) = (at / 2, last / 2);
            if side.is_some() {
                return side;
            }
        }
        None
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn leaves(n: usize) -> Vec<Digest> {
        (0..n).map(|k| leaf(&[&k.to_be_bytes()])).collect()
    }

    /// RFC 6962, 2.1, word for word: split at the largest power of two below the size.
    fn by_the_rfc(leaves: &[Digest]) -> Digest {
        match leaves {
            [one] => *one,
            _ => {
                let (left, right) = leaves.split_at(leaves.len().next_power_of_two() / 2);
                node(by_the_rfc(left), by_the_rfc(right))
            }
        }
    }

    #[test]
    fn known_roots_of_the_rfc_come_out() {
        // The test data of certificate transparency implementations: eight leaves, hashed as they
        // are.
        let data: [&[u8]; 8] = [
            b"",
            b"\x00",
            b"\x10",
            b"\x20\x21",
            b"\x30\x31",
            b"\x40\x41\x42\x43",
            b"\x50\x51\x52\x53\x54\x55\x56\x57",
            b"\x60\x61\x62\x63\x64\x65\x66\x67\x68\x69\x6a\x6b\x6c\x6d\x6e\x6f",
        ];
        let roots = [
            (
                1,
                "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
            ),
            (
                2,
                "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
            ),
            (
                3,
                "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
            ),
            (
                8,
                "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
            ),
        ];
        for (n, root) in roots {
            let tree = Tree::new(data[..n].iter().map(|data| leaf(&[data])).collect()).unwrap();
            assert_eq!(tree.root().to_string(), root, "{n} leaves");
        }
    }

    #[test]
    fn every_leaf_of_every_small_tree_leads_to_the_root_and_no_other_place_does() {
        for n in 1..=33_u32 {
            let leaves = leaves(usize::try_from(n).unwrap());
            let tree = Tree::new(leaves.clone()).unwrap();
            assert_eq!(tree.root(), by_the_rfc(&leaves), "{n} leaves");
            for (place, &leaf) in (0..n).zip(&leaves) {
                let path = tree.path(usize::try_from(place).unwrap());
                for other in 0..n {
                    let leads = root_of_path(leaf, other, n, &path) == Some(tree.root());
                    assert_eq!(
                        leads,
                        other == place,
                        "leaf {place} of {n} taken for {other}"
                    );
                }
            }
        }
    }

    #[test]
    fn a_path_of_another_length_leads_nowhere() {
        let tree = Tree::new(leaves(5)).unwrap();
        let (leaf, mut path) = (leaves(5)[1], tree.path(1));
        assert_eq!(path.len(), path_len(1, 5));
        path.push(leaf);
        assert_eq!(root_of_path(leaf, 1, 5, &path), None);
        assert_eq!(root_of_path(leaf, 1, 5, &path[..2]), None);
        assert_eq!(root_of_path(leaf, 5, 5, &[]), None);
    }
}
