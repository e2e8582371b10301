//! What tests of the desk have in common: somebody who works for the store, an authenticator app, and a passkey in
//! software.

use std::sync::Mutex;

use axum::http::{Method, StatusCode};
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use fieldhouse_core::{
    brand::Site,
    staff::{Grant, Grants, Role, Scope, seeded_roles},
};
use fieldhouse_shop::staff::{
    audit::Origin,
    invitations,
    session::{self, SignedInBy},
    store,
};
use ring::{
    digest, hmac,
    rand::SystemRandom,
    signature::{ECDSA_P256_SHA256_ASN1_SIGNING, EcdsaKeyPair, KeyPair},
};
use serde_json::{Value, json};

use crate::support::{Answer, TestApp, Visitor};

pub const OWNER: &str = "owner@store.example";
pub const DESK_PASSWORD: &str = "nine purple anchors";
/// The host of a test's desk, as a browser names it.
const HOST: &str = "fieldhouse.localhost";

/// A seeded role.
pub fn role(key: &str) -> Role {
    seeded_roles().into_iter().find(|role| role.key == key).unwrap()
}

/// Roles, each for all brands or for some.
pub fn grants(given: &[(&str, Option<&[Site]>)]) -> Grants {
    let scope = |sites: Option<&[Site]>| sites.map_or(Scope::All, |sites| Scope::Some(sites.iter().copied().collect()));
    Grants::new(given.iter().map(|(key, sites)| Grant { role: role(key), scope: scope(*sites) }).collect())
}

/// Invites somebody; what the link carries.
pub async fn invited(app: &TestApp, email: &str, given: &Grants) -> String {
    let link = invitations::invite_by_command(&app.state, (email, "Sam"), given).await.unwrap();
    link.rsplit_once("/desk/invitation#").unwrap().1.to_owned()
}

/// The code of an authenticator app at a store's time, some steps later.
pub fn code(app: &TestApp, secret: &str, steps: i64) -> String {
    const ALPHABET: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
    let fives = secret.chars().map(|c| ALPHABET.find(c).unwrap());
    let bits: String =
        fives.flat_map(|five| (0..5).rev().map(move |at| if five >> at & 1 == 1 { '1' } else { '0' })).collect();
    let key: Vec<u8> = bits
        .as_bytes()
        .chunks_exact(8)
        .map(|byte| u8::from_str_radix(std::str::from_utf8(byte).unwrap(), 2).unwrap())
        .collect();
    let step = app.state.clock.now().as_second() / 30 + steps;
    let key = hmac::Key::new(hmac::HMAC_SHA1_FOR_LEGACY_USE_ONLY, &key);
    let mac = hmac::sign(&key, &step.to_be_bytes());
    let mac = mac.as_ref();
    let at = usize::from(mac[19] & 15);
    let number = u32::from_be_bytes([mac[at] & 0x7f, mac[at + 1], mac[at + 2], mac[at + 3]]) % 1_000_000;
    format!("{number:06}")
}

/// Somebody who accepted with password and codes.
pub struct WithPassword {
    pub visitor: Visitor,
    pub email: String,
    pub secret: String,
    pub recovery_codes: Vec<String>,
}

/// Accepts an invitation with a password and an authenticator app.
pub async fn accept(app: &TestApp, email: &str, token: &str) -> WithPassword {
    let visitor = app.visitor(Site::FIELDHOUSE);
    let asked = visitor.post("/desk/api/invitations/codes", &json!({"token": token})).await;
    assert_eq!(asked.status, StatusCode::OK, "{}", asked.text);
    let asked = asked.json();
    let secret = asked["secret"].as_str().unwrap().to_owned();
    let accepted =
        visitor.post("/desk/api/invitations/accept", &acceptance(token, &asked, &code(app, &secret, 0))).await;
    assert_eq!(accepted.status, StatusCode::OK, "{}", accepted.text);
    let codes = accepted.json()["recoveryCodes"].as_array().unwrap().clone();
    let recovery_codes = codes.iter().map(|code| code.as_str().unwrap().to_owned()).collect();
    WithPassword { visitor, email: email.to_owned(), secret, recovery_codes }
}

/// The body that accepts with a password.
pub fn acceptance(token: &str, asked: &Value, code: &str) -> Value {
    let password = json!({"new": DESK_PASSWORD, "confirm": DESK_PASSWORD, "ceremony": asked["ceremony"], "code": code});
    json!({"token": token, "name": "Sam", "password": password})
}

/// An owner who signed in with password and codes.
pub async fn owner(app: &TestApp) -> WithPassword {
    let token = invited(app, OWNER, &grants(&[("owner", None)])).await;
    accept(app, OWNER, &token).await
}

/// Tries to sign in.
pub async fn try_in(visitor: &Visitor, email: &str, password: &str, code: &str) -> Answer {
    let body = json!({"email": email, "password": password, "code": code});
    visitor.post("/desk/api/sign-in/password", &body).await
}

/// Somebody with these roles who signed in just now, by rows: quicker than by hand, for tests of many people.
pub async fn member(app: &TestApp, email: &str, given: &Grants) -> (String, Visitor) {
    invited(app, email, given).await;
    let tx = app.state.db.write().await.unwrap();
    let mut row = store::find_by_email(&*tx, email).await.unwrap().unwrap();
    "active".clone_into(&mut row.state);
    assert!(store::update_staff(&tx, &row).await.unwrap());
    let by = (row.id.as_str(), SignedInBy::Passkey);
    let (token, _) = session::begin(&app.state, &tx, by, ("", &Origin::default())).await.unwrap();
    tx.commit().await.unwrap();
    let visitor = app.visitor(Site::FIELDHOUSE);
    visitor.forge_cookie("fieldhouse-desk", &token);
    (row.id, visitor)
}

/// A role of just these permissions, for all brands.
pub async fn with_rights(owner: &Visitor, permissions: &[&str]) -> Grants {
    let drafted = json!({"version": 0, "name": "Some", "permissions": permissions});
    let made = put(owner, "/desk/api/roles/some", &drafted).await;
    assert_eq!(made.status, StatusCode::OK, "{}", made.text);
    let role = Role { key: "some".to_owned(), ..role("auditor") };
    Grants::new(vec![Grant { role, scope: Scope::All }])
}

/// PUT.
pub async fn put(visitor: &Visitor, path: &str, body: &Value) -> Answer {
    visitor.send(Method::PUT, path, &[], Some(body)).await
}

/// What the audit log has of a kind of act, the newest first.
pub async fn acts(visitor: &Visitor, action: &str) -> Vec<Value> {
    let page = visitor.get(&format!("/desk/api/audit?action={action}")).await;
    assert_eq!(page.status, StatusCode::OK, "{}", page.text);
    page.json()["entries"].as_array().unwrap().clone()
}

/// An authenticator in software: one passkey, found without an e-mail.
pub struct Authenticator {
    key: EcdsaKeyPair,
    id: Vec<u8>,
    /// Of its owner, as the store told it.
    user: Mutex<String>,
    counter: Mutex<u32>,
    /// Whether it asked for a finger or a PIN.
    pub verifies: bool,
    /// The page it believes to be on.
    pub origin: String,
}

impl Authenticator {
    pub fn new() -> Self {
        let random = SystemRandom::new();
        let pkcs8 = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_ASN1_SIGNING, &random).unwrap();
        let key = EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_ASN1_SIGNING, pkcs8.as_ref(), &random).unwrap();
        let id = digest::digest(&digest::SHA256, key.public_key().as_ref()).as_ref().to_vec();
        let origin = format!("http://{HOST}:8420");
        Self { key, id, user: Mutex::default(), counter: Mutex::new(0), verifies: true, origin }
    }

    fn client_data(&self, kind: &str, options: &Value) -> Vec<u8> {
        let challenge = &options["publicKey"]["challenge"];
        json!({"type": kind, "challenge": challenge, "origin": self.origin, "crossOrigin": false})
            .to_string()
            .into_bytes()
    }

    /// Relying party, flags and counter.
    fn data(&self, more: u8) -> Vec<u8> {
        let mut data = digest::digest(&digest::SHA256, HOST.as_bytes()).as_ref().to_vec();
        data.push(1 | if self.verifies { 4 } else { 0 } | more);
        let mut counter = self.counter.lock().unwrap();
        *counter += 1;
        data.extend(counter.to_be_bytes());
        data
    }

    /// Makes a passkey, as the browser is asked to.
    pub fn make(&self, asked: &Value) -> Value {
        let options = &asked["options"];
        assert_eq!(options["publicKey"]["authenticatorSelection"]["userVerification"], "required");
        assert_eq!(options["publicKey"]["authenticatorSelection"]["residentKey"], "required");
        options["publicKey"]["user"]["id"].as_str().unwrap().clone_into(&mut self.user.lock().unwrap());
        let mut data = self.data(0x40);
        data.extend([0; 16]);
        data.extend(u16::try_from(self.id.len()).unwrap().to_be_bytes());
        data.extend(&self.id);
        // COSE: an EC2 key, ES256, P-256, x and y.
        let point = self.key.public_key().as_ref();
        data.extend([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]);
        data.extend(&point[1..33]);
        data.extend([0x22, 0x58, 0x20]);
        data.extend(&point[33..65]);
        // CBOR: {"fmt": "none", "attStmt": {}, "authData": …}.
        let mut attestation = vec![0xa3, 0x63];
        attestation.extend(b"fmt\x64none\x67attStmt\xa0\x68authData\x59");
        attestation.extend(u16::try_from(data.len()).unwrap().to_be_bytes());
        attestation.extend(&data);
        let encode = |bytes: &[u8]| URL_SAFE_NO_PAD.encode(bytes);
        let client = self.client_data("webauthn.create", options);
        json!({"ceremony": asked["ceremony"], "credential": {
            "id": encode(&self.id), "rawId": encode(&self.id), "type": "public-key",
            "authenticatorAttachment": "platform", "clientExtensionResults": {},
            "response": {"attestationObject": encode(&attestation), "clientDataJSON": encode(&client), "transports": ["internal"]},
        }})
    }

    /// Shows it, as the browser is asked to.
    pub fn show(&self, asked: &Value) -> Value {
        let options = &asked["options"];
        assert_eq!(options["publicKey"]["userVerification"], "required");
        let client = self.client_data("webauthn.get", options);
        let data = self.data(0);
        let mut signed = data.clone();
        signed.extend(digest::digest(&digest::SHA256, &client).as_ref());
        let signature = self.key.sign(&SystemRandom::new(), &signed).unwrap();
        let encode = |bytes: &[u8]| URL_SAFE_NO_PAD.encode(bytes);
        json!({"ceremony": asked["ceremony"], "credential": {
            "id": encode(&self.id), "rawId": encode(&self.id), "type": "public-key", "clientExtensionResults": {},
            "response": {
                "authenticatorData": encode(&data), "clientDataJSON": encode(&client),
                "signature": encode(signature.as_ref()), "userHandle": *self.user.lock().unwrap(),
            },
        }})
    }
}
