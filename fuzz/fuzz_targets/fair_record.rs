//! Any bytes read as the record of a shoe or a device are verified or refused, and never panic;
//! what nobody signed with the house's key does not hold.
#![no_main]

use fair::{DeviceRecord, Known, ShoeRecord, Verdict};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let stranger = Known {
        key: Some(fair::PublicKey::new([0x58; 32])),
        ..Known::default()
    };
    if let Ok(shoe) = serde_json::from_slice::<ShoeRecord>(bytes) {
        let _ = shoe.verify(&Known::default());
        assert_ne!(shoe.verify(&stranger).verdict(), Verdict::Holds);
    }
    if let Ok(device) = serde_json::from_slice::<DeviceRecord>(bytes) {
        let _ = device.verify(&Known::default());
        assert_ne!(device.verify(&stranger).verdict(), Verdict::Holds);
    }
});
