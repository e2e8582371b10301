//! Which letters each brand sends: told with who switched them last, and switched. A letter that nobody switched is sent.

use fieldhouse_core::{
    brand::{Site, brand},
    letters::{LetterKind, check_switch},
    staff::Permission,
};
use fieldhouse_kernel::failure::Failure;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::{
    desk::sites,
    env::{Env, time},
    mail::store::{self, SwitchRow},
    staff::{
        StaffMember,
        audit::{self, Entry},
    },
};

/// A letter of a brand.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BrandLetterView {
    /// Key.
    pub kind: &'static str,
    /// What people call it.
    pub name: &'static str,
    /// To whom it goes.
    pub reader: &'static str,
    /// It is sent.
    pub on: bool,
    /// Why it is always sent; empty where it may be switched off.
    pub stays: &'static str,
    /// To be sent back with a switch; 0 when nobody switched it yet.
    pub version: i64,
    /// Who switched it last; empty when nobody did.
    pub switched_by: String,
    /// RFC 3339.
    pub switched_at: Option<String>,
}

/// The letters of a brand.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BrandLettersView {
    /// Site key.
    pub site: String,
    /// The brand's name.
    pub name: String,
    /// Whoever looks may switch them.
    pub switchable: bool,
    /// All kinds there are.
    pub letters: Vec<BrandLetterView>,
}

/// A letter as it is to be.
#[derive(Debug, Clone, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct LetterSwitchDraft {
    /// As it was seen; 0 when nobody switched it yet.
    pub version: i64,
    /// It is to be sent.
    pub on: bool,
}

/// The letters of all brands whose settings somebody sees.
pub async fn list(env: &Env, member: &StaffMember) -> Result<Vec<BrandLettersView>, Failure> {
    let seen = sites(member, Permission::SettingsView);
    let rows = store::list_switches(env.db.read(), &seen).await?;
    seen.into_iter().map(|site| letters_of(member, site, &rows)).collect()
}

fn letters_of(member: &StaffMember, site: Site, rows: &[SwitchRow]) -> Result<BrandLettersView, Failure> {
    let view = |kind: &LetterKind| {
        let row = rows.iter().find(|row| *row.site == site && row.kind == kind.key());
        Ok(BrandLetterView {
            kind: kind.key(),
            name: kind.name(),
            reader: kind.reader().label(),
            on: kind.stays().is_some() || row.is_none_or(|row| !row.off),
            stays: kind.stays().map_or("", |stays| stays.why()),
            version: row.map_or(0, |row| row.version),
            switched_by: row.map(|row| row.switched_by_name.clone()).unwrap_or_default(),
            switched_at: row.map(|row| time(row.switched_at)).transpose()?,
        })
    };
    Ok(BrandLettersView {
        site: site.key().to_owned(),
        name: brand(site).name.to_string(),
        switchable: member.grants.may(Permission::SettingsEdit, site),
        letters: LetterKind::ALL.iter().map(view).collect::<Result<_, Failure>>()?,
    })
}

/// The letter of a brand that an address names, where somebody may do something there. A brand they know nothing of and
/// one that there is not look the same, and so does a letter that there is not.
pub(super) fn named(
    member: &StaffMember,
    permission: Permission,
    (site, kind): (&str, &str),
) -> Result<(Site, LetterKind), Failure> {
    let site = Site::parse(site).ok_or_else(Failure::not_found)?;
    member.require(permission, site)?;
    Ok((site, LetterKind::parse(kind).ok_or_else(Failure::not_found)?))
}

/// Switches a letter of a brand on or off; letters that were left before go out as they would have.
pub async fn switch(
    env: &Env,
    member: &StaffMember,
    address: (&str, &str),
    draft: &LetterSwitchDraft,
) -> Result<Vec<BrandLettersView>, Failure> {
    let (site, kind) = named(member, Permission::SettingsEdit, address)?;
    if let Some(refusal) = check_switch(kind) {
        return Err(Failure::broken(vec![refusal]));
    }
    let tx = env.db.write_durable().await?;
    let member = member.still_may(&tx, Permission::SettingsEdit, site).await?;
    let known = store::find_switch(&*tx, site, kind).await?;
    let version = known.as_ref().map_or(0, |row| row.version);
    let row = SwitchRow {
        site: site.into(),
        kind: kind.key().to_owned(),
        off: !draft.on,
        version: version.saturating_add(1),
        switched_by: member.id.clone(),
        switched_by_name: member.name.clone(),
        switched_at: env.clock.millis(),
    };
    if draft.version != version || !store::write_switch(&tx, row).await? {
        let now = store::find_switch(&*tx, site, kind).await?;
        return Err(switched(now.as_ref()));
    }
    let actor = member.actor();
    let action = if draft.on { "letter.switched_on" } else { "letter.switched_off" };
    let before = known.is_none_or(|row| !row.off);
    let told = |on: bool| json!({"on": on});
    let entry = Entry::new(&actor, action, ("letter", kind.key())).at(site).changed(told(before), told(draft.on));
    audit::append(env, &tx, &entry).await?;
    tx.commit().await?;
    list(env, &member).await
}

/// Somebody else was faster: who, and what it is now.
fn switched(row: Option<&SwitchRow>) -> Failure {
    let (who, version) = row.map_or(("Somebody", 0), |row| (row.switched_by_name.as_str(), row.version));
    let what = if row.is_some_and(|row| row.off) { "off" } else { "on" };
    let title = format!("{who} switched this letter {what} since you opened the page. Look again before you go on.");
    Failure::conflict("letter_switched", title, version)
}
