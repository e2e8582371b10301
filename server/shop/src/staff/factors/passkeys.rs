//! Passkeys (`WebAuthn`, level 2): made and shown with user verification, bound to the desk's host. Not here: whose session
//! begins with one.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use fieldhouse_kernel::{
    db::WriteTx,
    failure::{Failure, FailureKind},
};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::Value;
use uuid::Uuid;
use webauthn_rs::{
    Webauthn, WebauthnBuilder,
    prelude::{
        DiscoverableAuthentication, Passkey, PasskeyRegistration, PublicKeyCredential, RegisterPublicKeyCredential, Url,
    },
};

use super::{Ceremony, begin, store, store::CredentialRow, take};
use crate::{env::Env, staff::store::StaffRow};

/// What the browser is asked, and what names the question in its answer.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct AskedView {
    /// To be sent back with the answer.
    pub ceremony: String,
    /// As `navigator.credentials` takes it, in the JSON form of the standard.
    #[schema(value_type = Object)]
    pub options: Value,
}

/// The browser's answer.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AnsweredDraft {
    /// Of the question.
    pub ceremony: String,
    /// As `navigator.credentials` gave it, in the JSON form of the standard.
    #[schema(value_type = Object)]
    pub credential: Value,
}

/// A passkey in the making, until the browser answers.
#[derive(Serialize, Deserialize)]
struct Making {
    staff_id: String,
    state: PasskeyRegistration,
}

/// The relying party at a host: passkeys are bound to its name.
fn party(env: &Env, host: &str) -> Result<Webauthn, Failure> {
    let scheme = if env.config.secure { "https" } else { "http" };
    let unfit = || {
        let title = "Passkeys need a host with a name. Please open the desk under its own one.";
        Failure::new(FailureKind::Broken, "passkeys_need_a_name", title)
    };
    let origin = Url::parse(&format!("{scheme}://{host}/")).map_err(|_| unfit())?;
    let name = origin.domain().ok_or_else(unfit)?.to_owned();
    WebauthnBuilder::new(&name, &origin).and_then(|builder| builder.rp_name("Fieldhouse").build()).map_err(|_| unfit())
}

fn read<T: DeserializeOwned>(credential: Value) -> Result<T, Failure> {
    serde_json::from_value(credential).map_err(|_| refused())
}

fn refused() -> Failure {
    Failure::new(FailureKind::Unauthenticated, "passkey_refused", "The passkey was not accepted. Please try again.")
}

/// Asks the browser for a new passkey of somebody.
pub async fn ask_new(env: &Env, tx: &WriteTx, host: &str, person: &StaffRow) -> Result<AskedView, Failure> {
    let known = store::list_credentials(&**tx, &person.id).await?;
    let known = known.iter().filter_map(|row| Some(read_passkey(row).ok()?.cred_id().clone())).collect();
    let id = Uuid::parse_str(&person.id).map_err(Failure::internal)?;
    let asked = party(env, host)?.start_passkey_registration(id, &person.email, &person.name, Some(known));
    let (challenge, state) = asked.map_err(Failure::internal)?;
    let mut options = serde_json::to_value(challenge).map_err(Failure::internal)?;
    // It is to be found without an e-mail being typed.
    if let Some(selection) = options.pointer_mut("/publicKey/authenticatorSelection").and_then(Value::as_object_mut) {
        selection.insert("residentKey".to_owned(), "required".into());
        selection.insert("requireResidentKey".to_owned(), true.into());
    }
    let ceremony = begin(env, tx, Ceremony::NewPasskey, &Making { staff_id: person.id.clone(), state }).await?;
    Ok(AskedView { ceremony, options })
}

/// Takes a new passkey of somebody over.
pub async fn make(
    env: &Env,
    tx: &WriteTx,
    (host, staff_id, name): (&str, &str, &str),
    answer: AnsweredDraft,
) -> Result<CredentialRow, Failure> {
    let begun = take::<Making>(env, tx, Ceremony::NewPasskey, &answer.ceremony).await?;
    let begun = begun.filter(|begun| begun.staff_id == staff_id).ok_or_else(refused)?;
    let credential: RegisterPublicKeyCredential = read(answer.credential)?;
    let passkey = party(env, host)?.finish_passkey_registration(&credential, &begun.state).map_err(|_| refused())?;
    let row = CredentialRow {
        id: URL_SAFE_NO_PAD.encode(passkey.cred_id()),
        staff_id: staff_id.to_owned(),
        name: name.to_owned(),
        passkey: serde_json::to_string(&passkey).map_err(Failure::internal)?,
        created_at: env.clock.millis(),
        used_at: None,
    };
    if !store::insert_credential(tx, row.clone()).await? {
        return Err(refused());
    }
    Ok(row)
}

/// Asks whoever it is for a passkey.
pub async fn ask(env: &Env, tx: &WriteTx, host: &str) -> Result<AskedView, Failure> {
    let (challenge, state) = party(env, host)?.start_discoverable_authentication().map_err(Failure::internal)?;
    let mut options = serde_json::to_value(challenge).map_err(Failure::internal)?;
    // A button asks for it, and not only a field that completes itself.
    if let Some(options) = options.as_object_mut() {
        options.remove("mediation");
    }
    let ceremony = begin(env, tx, Ceremony::Passkey, &state).await?;
    Ok(AskedView { ceremony, options })
}

/// Whose passkey was shown, with its counter noted. Within the transaction of the sign-in.
pub async fn show(env: &Env, tx: &WriteTx, host: &str, answer: AnsweredDraft) -> Result<String, Failure> {
    let state = take::<DiscoverableAuthentication>(env, tx, Ceremony::Passkey, &answer.ceremony).await?;
    let state = state.ok_or_else(refused)?;
    let credential: PublicKeyCredential = read(answer.credential)?;
    let party = party(env, host)?;
    let (owner, id) = party.identify_discoverable_authentication(&credential).map_err(|_| refused())?;
    let found = store::find_credential(&**tx, &URL_SAFE_NO_PAD.encode(id)).await?;
    let row = found.filter(|row| row.staff_id == owner.to_string()).ok_or_else(refused)?;
    let mut passkey = read_passkey(&row)?;
    let shown = party.finish_discoverable_authentication_v2(&credential, state, &passkey).map_err(|_| refused())?;
    passkey.update_credential(&shown);
    let passkey = serde_json::to_string(&passkey).map_err(Failure::internal)?;
    if !store::update_credential(tx, &row.id, &passkey, env.clock.millis()).await? {
        return Err(refused());
    }
    Ok(row.staff_id)
}

fn read_passkey(row: &CredentialRow) -> Result<Passkey, Failure> {
    serde_json::from_str(&row.passkey).map_err(Failure::internal)
}
