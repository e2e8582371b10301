//! Signed-in devices: a name for the browser a session belongs to, from what the browser says of itself.

use std::net::IpAddr;

use serde::{Deserialize, Serialize};

/// What a browser is called, in the order to look for it: many name others along.
const BROWSERS: [(&str, &str); 10] = [
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("FxiOS/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Firefox/", "Firefox"),
    ("Chromium/", "Chromium"),
    ("Chrome/", "Chrome"),
    ("Version/", "Safari"),
    ("curl/", "curl"),
];

/// What a system is called, in the order to look for it: phones name their ancestors along.
const SYSTEMS: [(&str, &str, DeviceKind); 8] = [
    ("iPhone", "iPhone", DeviceKind::Phone),
    ("iPad", "iPad", DeviceKind::Tablet),
    ("Android", "Android", DeviceKind::Phone),
    ("Windows", "Windows", DeviceKind::Computer),
    ("CrOS", "ChromeOS", DeviceKind::Computer),
    ("Macintosh", "macOS", DeviceKind::Computer),
    ("Mac OS X", "macOS", DeviceKind::Computer),
    ("Linux", "Linux", DeviceKind::Computer),
];

/// What is kept of what a browser says of itself.
const LONGEST: usize = 300;

/// What kind of device it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum DeviceKind {
    /// A phone.
    Phone,
    /// A tablet.
    Tablet,
    /// A computer.
    Computer,
    /// It does not say.
    Unknown,
}

/// A device in words.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DeviceNameView {
    /// `Chrome on Windows`; only words of ours, nothing of what was sent.
    pub name: String,
    /// Its kind.
    pub kind: DeviceKind,
}

/// The devices a customer has signed in on.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct DevicesView {
    /// This one first, then the one seen last.
    pub devices: Vec<DeviceView>,
}

/// A device somebody has signed in on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct DeviceView {
    /// Id, to sign it out.
    pub id: String,
    /// `Chrome on Windows`.
    pub name: String,
    /// Its kind.
    pub kind: DeviceKind,
    /// The network it signed in from, `203.0.113.*`; empty when that is not known.
    pub network: String,
    /// The one that asks.
    pub current: bool,
    /// ISO 8601.
    pub signed_in_at: String,
    /// Last visit, to the day; ISO 8601.
    pub seen_at: String,
}

/// What is stored of a `User-Agent`: printable, and not longer than needed.
pub fn device_text(user_agent: &str) -> String {
    user_agent.chars().filter(|c| c.is_ascii_graphic() || *c == ' ').take(LONGEST).collect()
}

/// The network of an address: enough to know a place again, too little to tell one household from another.
pub fn network_of(address: IpAddr) -> String {
    match address.to_canonical() {
        IpAddr::V4(address) if address.is_unspecified() => String::new(),
        IpAddr::V4(address) => {
            let [first, second, third, _] = address.octets();
            format!("{first}.{second}.{third}.*")
        }
        IpAddr::V6(address) => {
            let [first, second, third, ..] = address.segments();
            format!("{first:x}:{second:x}:{third:x}:*")
        }
    }
}

/// A device in words of ours.
pub fn describe_device(user_agent: &str) -> DeviceNameView {
    let browser = BROWSERS.iter().find(|(mark, _)| user_agent.contains(mark)).map(|(_, name)| *name);
    let system = SYSTEMS.iter().find(|(mark, ..)| user_agent.contains(mark));
    let name = match (browser, system) {
        (Some(browser), Some((_, system, _))) => [browser, " on ", system].concat(),
        (Some(browser), None) => browser.to_owned(),
        (None, Some((_, system, _))) => ["A browser on ", system].concat(),
        (None, None) => "An unknown device".to_owned(),
    };
    let kind = match system {
        // Tablets say Android, but not Mobile.
        Some(("Android", ..)) if !user_agent.contains("Mobile") => DeviceKind::Tablet,
        Some((.., kind)) => *kind,
        None => DeviceKind::Unknown,
    };
    DeviceNameView { name, kind }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_network_is_told_and_no_whole_address() {
        for (address, network) in [
            ("203.0.113.77", "203.0.113.*"),
            ("::ffff:203.0.113.77", "203.0.113.*"),
            ("2001:db8:12:3456::1", "2001:db8:12:*"),
            ("0.0.0.0", ""),
        ] {
            assert_eq!(network_of(address.parse().unwrap()), network);
        }
    }

    #[test]
    fn what_is_kept_of_a_user_agent_is_printable_and_short() {
        assert_eq!(device_text("a\r\nb\u{202e}é c"), "ab c");
        assert_eq!(device_text(&"x".repeat(9_000)).len(), LONGEST);
    }
}
