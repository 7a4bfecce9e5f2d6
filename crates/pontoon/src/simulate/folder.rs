//! Several files into one folder: all of them, or none. What stands in them is not known here.

use crate::file_out::beside;
use anyhow::{Context, Result, bail};
use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

/// Writes files by their names into a folder, which is made where it is missing; its parent must be
/// there.
///
/// Every file is on the disk under a temporary name before the first takes its place.
/// If one cannot, all is as it was before, and the message names that one.
pub(crate) fn put_all(folder: &Path, files: &[(String, Vec<u8>)]) -> Result<()> {
    put_on(&mut Machine, folder, files)
}

/// Whether files may be put into a folder, or one may be made: before the work, so that it is not
/// done for nothing.
pub(crate) fn check(folder: &Path) -> Result<()> {
    let name = folder.display();
    let parent = folder
        .parent()
        .filter(|parent| !parent.as_os_str().is_empty())
        .unwrap_or(Path::new("."));
    match fs::metadata(folder) {
        Ok(there) if there.is_dir() => Ok(()),
        Ok(_) => bail!("cannot write into {name}: it is not a folder"),
        Err(_) if parent.is_dir() => Ok(()),
        Err(_) => bail!(
            "cannot make the folder {name}: there is no folder {}",
            parent.display()
        ),
    }
}

/// What may fail in the middle.
trait Disk {
    fn write(&mut self, file: &mut File, contents: &[u8]) -> io::Result<()>;
    fn rename(&mut self, from: &Path, to: &Path) -> io::Result<()>;
}

/// The disk of the machine.
struct Machine;

impl Disk for Machine {
    fn write(&mut self, file: &mut File, contents: &[u8]) -> io::Result<()> {
        file.write_all(contents)?;
        file.sync_all()
    }

    fn rename(&mut self, from: &Path, to: &Path) -> io::Result<()> {
        fs::rename(from, to)
    }
}

fn put_on(disk: &mut impl Disk, folder: &Path, files: &[(String, Vec<u8>)]) -> Result<()> {
    let made = make(folder)?;
    let written = stage(disk, folder, files).and_then(|staged| settle(disk, &staged));
    if written.is_err() && made {
        // Only an empty folder goes; what went wrong is told below.
        let _ = fs::remove_dir(folder);
    }
    written
}

/// Makes the folder where it is missing; says whether it was.
fn make(folder: &Path) -> Result<bool> {
    let name = folder.display();
    match fs::metadata(folder) {
        Ok(there) if there.is_dir() => Ok(false),
        Ok(_) => bail!("cannot write into {name}: it is not a folder"),
        Err(error) if error.kind() == ErrorKind::NotFound => {
            fs::create_dir(folder).with_context(|| format!("cannot make the folder {name}"))?;
            Ok(true)
        }
        Err(error) => Err(error).with_context(|| format!("cannot write into {name}")),
    }
}

/// A file that is on the disk, but not yet in its place. What is left of it when it is dropped is
/// removed.
struct Staged {
    /// As the caller knows it.
    name: String,
    temporary: PathBuf,
    target: PathBuf,
    /// A name for the file that was there before, until all are in their places.
    before: Option<PathBuf>,
}

impl Drop for Staged {
    fn drop(&mut self) {
        // Mostly it has taken its place and is no longer there.
        let _ = fs::remove_file(&self.temporary);
    }
}

fn stage(disk: &mut impl Disk, folder: &Path, files: &[(String, Vec<u8>)]) -> Result<Vec<Staged>> {
    let mut staged: Vec<Staged> = Vec::new();
    for (file, contents) in files {
        let path = folder.join(file);
        assert_eq!(path.parent(), Some(folder), "{file} is the name of a file");
        let name = path.display().to_string();
        let (target, permissions) =
            target(&path).with_context(|| format!("cannot write {name}"))?;
        assert!(
            staged.iter().all(|other| other.target != target),
            "{name} is written once"
        );
        let (temporary, mut open) =
            beside(&target).with_context(|| format!("cannot write {name}"))?;
        let before = permissions
            .is_some()
            .then(|| temporary.with_extension("before"));
        staged.push(Staged {
            name: name.clone(),
            temporary,
            target,
            before,
        });
        let written = permissions.map_or(Ok(()), |permissions| open.set_permissions(permissions));
        written
            .and_then(|()| disk.write(&mut open, contents))
            .with_context(|| format!("cannot write {name}"))?;
    }
    Ok(staged)
}

/// Where a file goes (a link stays a link), and the permissions of the one that is there.
fn target(path: &Path) -> Result<(PathBuf, Option<fs::Permissions>)> {
    match fs::metadata(path) {
        Ok(there) if there.is_dir() => bail!("it is a folder"),
        Ok(there) if !there.is_file() => bail!("it is not a plain file"),
        Ok(there) if there.permissions().readonly() => bail!("it may only be read"),
        Ok(there) => Ok((path.canonicalize()?, Some(there.permissions()))),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok((path.to_owned(), None)),
        Err(error) => Err(error.into()),
    }
}

/// Every file takes its place, or all that was there is put back.
fn settle(disk: &mut impl Disk, staged: &[Staged]) -> Result<()> {
    for (place, file) in staged.iter().enumerate() {
        if let Err(error) = take_place(disk, file) {
            for done in staged[..place].iter().rev() {
                put_back(done);
            }
            return Err(error).with_context(|| format!("cannot write {}", file.name));
        }
    }
    for before in staged.iter().filter_map(|file| file.before.as_ref()) {
        // The new files are there; an old one that cannot be removed is no reason to say they are
        // not.
        let _ = fs::remove_file(before);
    }
    Ok(())
}

fn take_place(disk: &mut impl Disk, file: &Staged) -> io::Result<()> {
    if let Some(before) = &file.before {
        disk.rename(&file.target, before)?;
    }
    let taken = disk.rename(&file.temporary, &file.target);
    if let (Err(_), Some(before)) = (&taken, &file.before) {
        let _ = fs::rename(before, &file.target);
    }
    taken
}

/// Undoes `take_place`, as well as it can: the error that led here is the one to tell.
fn put_back(file: &Staged) {
    let _ = match &file.before {
        Some(before) => fs::rename(before, &file.target),
        None => fs::remove_file(&file.target),
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A folder of its own for a test, gone when the test is over.
    struct Place(PathBuf);

    impl Place {
        fn new(name: &str) -> Self {
            let path =
                std::env::temp_dir().join(format!("pontoon-folder-{name}-{}", std::process::id()));
            fs::create_dir(&path).unwrap();
            Self(path)
        }

        /// Names and contents, a folder's as `None`.
        fn holds(&self, wanted: &[(&str, Option<&str>)]) {
            let mut found: Vec<(String, Option<String>)> = fs::read_dir(&self.0)
                .unwrap()
                .map(|entry| {
                    let path = entry.unwrap().path();
                    (
                        path.file_name().unwrap().to_str().unwrap().to_owned(),
                        fs::read_to_string(&path).ok(),
                    )
                })
                .collect();
            found.sort();
            let wanted: Vec<(String, Option<String>)> = wanted
                .iter()
                .map(|(name, text)| ((*name).to_owned(), text.map(str::to_owned)))
                .collect();
            assert_eq!(found, wanted);
        }
    }

    impl Drop for Place {
        fn drop(&mut self) {
            fs::remove_dir_all(&self.0).unwrap();
        }
    }

    /// A disk that is full after so many files, or refuses to rename after so many times.
    struct Failing {
        writes: usize,
        renames: usize,
    }

    impl Disk for Failing {
        fn write(&mut self, file: &mut File, contents: &[u8]) -> io::Result<()> {
            let Some(left) = self.writes.checked_sub(1) else {
                // A full disk takes what it can.
                file.write_all(&contents[..contents.len() / 2])?;
                return Err(ErrorKind::StorageFull.into());
            };
            self.writes = left;
            Machine.write(file, contents)
        }

        fn rename(&mut self, from: &Path, to: &Path) -> io::Result<()> {
            self.renames = self
                .renames
                .checked_sub(1)
                .ok_or(ErrorKind::PermissionDenied)?;
            Machine.rename(from, to)
        }
    }

    fn files() -> Vec<(String, Vec<u8>)> {
        [
            ("one.csv", "new one"),
            ("two.csv", "new two"),
            ("three.csv", "new three"),
        ]
        .map(|(name, text)| (name.to_owned(), text.as_bytes().to_vec()))
        .to_vec()
    }

    fn message(result: Result<()>) -> String {
        format!("{:#}", result.unwrap_err())
    }

    #[test]
    fn files_are_written_into_a_folder_that_is_made_and_replaced_when_written_again() {
        let place = Place::new("written");
        let folder = Place(place.0.join("out"));
        put_all(&folder.0, &files()).unwrap();
        folder.holds(&[
            ("one.csv", Some("new one")),
            ("three.csv", Some("new three")),
            ("two.csv", Some("new two")),
        ]);
        fs::write(folder.0.join("other"), "mine").unwrap();
        put_all(&folder.0, &[("two.csv".to_owned(), b"newer".to_vec())]).unwrap();
        folder.holds(&[
            ("one.csv", Some("new one")),
            ("other", Some("mine")),
            ("three.csv", Some("new three")),
            ("two.csv", Some("newer")),
        ]);
    }

    #[test]
    fn what_is_not_a_folder_is_named() {
        let place = Place::new("not-a-folder");
        let file = place.0.join("file");
        fs::write(&file, "mine").unwrap();
        assert_eq!(
            message(put_all(&file, &files())),
            format!("cannot write into {}: it is not a folder", file.display())
        );
        let deep = place.0.join("missing").join("out");
        assert!(
            message(put_all(&deep, &files()))
                .starts_with(&format!("cannot make the folder {}: ", deep.display()))
        );
        place.holds(&[("file", Some("mine"))]);
    }

    #[test]
    fn a_folder_in_the_place_of_a_file_leaves_nothing_behind() {
        let place = Place::new("in-the-way");
        fs::create_dir(place.0.join("two.csv")).unwrap();
        let name = place.0.join("two.csv");
        assert_eq!(
            message(put_all(&place.0, &files())),
            format!("cannot write {}: it is a folder", name.display())
        );
        place.holds(&[("two.csv", None)]);
    }

    #[test]
    fn a_file_that_may_only_be_read_is_left_as_it_is() {
        let place = Place::new("read-only");
        let name = place.0.join("two.csv");
        fs::write(&name, "mine").unwrap();
        let mut permissions = fs::metadata(&name).unwrap().permissions();
        permissions.set_readonly(true);
        fs::set_permissions(&name, permissions).unwrap();
        assert_eq!(
            message(put_all(&place.0, &files())),
            format!("cannot write {}: it may only be read", name.display())
        );
        place.holds(&[("two.csv", Some("mine"))]);
    }

    #[test]
    fn a_full_disk_leaves_nothing_behind_neither_files_nor_the_folder() {
        for writes in 0..3 {
            let place = Place::new(&format!("full-{writes}"));
            let folder = place.0.join("out");
            let told = message(put_on(
                &mut Failing { writes, renames: 9 },
                &folder,
                &files(),
            ));
            let name = folder.join(&files()[writes].0);
            assert!(
                told.starts_with(&format!("cannot write {}: ", name.display())),
                "{told}"
            );
            place.holds(&[]);
        }
    }

    #[test]
    fn when_one_cannot_take_its_place_the_old_files_are_back() {
        // Two renames for each file that was there, one for a new one.
        for renames in 0..5 {
            let place = Place::new(&format!("rename-{renames}"));
            let old = [
                ("one.csv", Some("old one")),
                ("three.csv", Some("old three")),
            ];
            for (name, text) in old {
                fs::write(place.0.join(name), text.unwrap()).unwrap();
            }
            let told = message(put_on(
                &mut Failing { writes: 9, renames },
                &place.0,
                &files(),
            ));
            let name = place
                .0
                .join(["one.csv", "one.csv", "two.csv", "three.csv", "three.csv"][renames]);
            assert!(
                told.starts_with(&format!("cannot write {}: ", name.display())),
                "{told}"
            );
            place.holds(&old);
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_link_stays_a_link_and_permissions_stay() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let place = Place::new("link");
        let folder = Place(place.0.join("out"));
        fs::create_dir(&folder.0).unwrap();
        let behind = place.0.join("behind");
        fs::write(&behind, "old").unwrap();
        fs::set_permissions(&behind, fs::Permissions::from_mode(0o640)).unwrap();
        symlink(&behind, folder.0.join("one.csv")).unwrap();
        put_all(&folder.0, &files()).unwrap();
        assert!(
            fs::symlink_metadata(folder.0.join("one.csv"))
                .unwrap()
                .is_symlink()
        );
        assert_eq!(fs::read_to_string(&behind).unwrap(), "new one");
        assert_eq!(
            fs::metadata(&behind).unwrap().permissions().mode() & 0o777,
            0o640
        );
        drop(folder);
        place.holds(&[("behind", Some("new one"))]);
    }
}
