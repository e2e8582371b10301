//! The chat service: whose script the pages load, with which application id a brand begins it (shell §1),
//! and what the content security policy lets it reach.

use std::collections::BTreeMap;

use fieldhouse_core::{brand::Site, content::ChatView};
use reqwest::Url;
use serde::Deserialize;

/// How the chat service is reached. Without a script there is no chat, and `#chat` shows the ways to reach the store.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ChatConfig {
    /// Address of the service's script; empty: none.
    pub script: String,
    /// Name of the object it leaves in the window, with `init({ appId })` and `show()`.
    pub object: String,
    /// Further origins it talks to, such as `wss://chat.example`.
    pub origins: Vec<String>,
    /// Application id by brand; a brand without one has no chat.
    pub applications: BTreeMap<Site, String>,
}

impl Default for ChatConfig {
    fn default() -> Self {
        let (script, object) = (String::new(), "Chat".to_owned());
        Self { script, object, origins: Vec::new(), applications: BTreeMap::new() }
    }
}

impl ChatConfig {
    /// Fails for addresses that cannot stand in a content security policy.
    pub fn check(&self) -> anyhow::Result<()> {
        if !self.script.is_empty() {
            anyhow::ensure!(origin(&self.script).is_some(), "chat.script must be an http(s) address");
        }
        for address in &self.origins {
            anyhow::ensure!(origin(address).is_some(), "chat.origins: {address:?} is not an http(s) or ws(s) address");
        }
        Ok(())
    }

    /// The widget of a brand.
    pub fn of(&self, site: Site) -> Option<ChatView> {
        let application_id = self.applications.get(&site).filter(|_| !self.script.is_empty())?.clone();
        Some(ChatView { script: self.script.clone(), object: self.object.clone(), application_id })
    }

    /// Origins a page may load from and talk to because of the chat.
    pub fn origins(&self) -> Vec<String> {
        let addresses = std::iter::once(&self.script).chain(&self.origins);
        addresses.filter(|_| !self.script.is_empty()).filter_map(|address| origin(address)).collect()
    }
}

/// `https://chat.example` of an address below it.
fn origin(address: &str) -> Option<String> {
    let url = Url::parse(address).ok()?;
    let host = url.host_str().filter(|_| ["http", "https", "ws", "wss"].contains(&url.scheme()))?;
    let port = url.port().map(|port| format!(":{port}")).unwrap_or_default();
    Some(format!("{}://{host}{port}", url.scheme()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn config(script: &str) -> ChatConfig {
        let applications = BTreeMap::from([(Site::US_GAMES, "app-games".to_owned())]);
        ChatConfig { script: script.to_owned(), applications, ..ChatConfig::default() }
    }

    #[test]
    fn a_brand_with_an_application_id_has_a_chat_and_no_other() {
        let chat = config("https://chat.example:8443/widget.js?v=1");
        assert_eq!(chat.of(Site::US_GAMES).unwrap().application_id, "app-games");
        assert_eq!(chat.of(Site::FIELDHOUSE), None);
        assert_eq!(chat.origins(), ["https://chat.example:8443"]);
        assert_eq!(config("").of(Site::US_GAMES), None);
        assert!(config("").origins().is_empty());
    }

    #[test]
    fn what_could_loosen_the_policy_is_refused() {
        for script in ["chat.example/x.js", "javascript:alert(1)", "data:text/javascript,1", "'unsafe-inline'", "*"] {
            assert!(config(script).check().is_err(), "{script}");
        }
        let origins = vec!["wss://chat.example".to_owned()];
        assert!(ChatConfig { origins, ..config("https://chat.example/x.js") }.check().is_ok());
        let origins = vec!["https:".to_owned()];
        assert!(ChatConfig { origins, ..config("https://chat.example/x.js") }.check().is_err());
    }
}
