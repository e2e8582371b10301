//! Roles: listed, made, edited. Who edits one has to have all that it was and all that it will be.

use std::collections::BTreeMap;

use fieldhouse_core::{
    money::Cents,
    staff::{Permission, Role, RoleText, check_role_edit, parse_role},
};
use fieldhouse_kernel::failure::Failure;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::{
    StaffMember,
    audit::{self, Entry},
    store::{self, RoleRow},
};
use crate::env::Env;

/// A role.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct RoleView {
    /// Key.
    pub key: String,
    /// What people call it.
    pub name: String,
    /// Keys of what it allows.
    pub permissions: Vec<String>,
    /// Up to which amount, in cents, by the permission's key.
    pub caps: BTreeMap<String, Cents>,
    /// False for the owner's.
    pub editable: bool,
    /// To be sent back with a change.
    pub version: i64,
}

/// A permission, for the roles page.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct PermissionView {
    /// Key.
    pub key: &'static str,
    /// What people call it.
    pub name: &'static str,
    /// Wants somebody who signed in moments ago.
    pub dangerous: bool,
    /// May be given up to an amount.
    pub capped: bool,
    /// Comes only from a role for all brands.
    pub whole_store: bool,
}

/// All roles, and all that a role can allow.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct RolesView {
    /// Roles.
    pub roles: Vec<RoleView>,
    /// Permissions.
    pub permissions: Vec<PermissionView>,
}

/// A role as it is to be.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct StaffRoleDraft {
    /// As it was seen; 0 for a new one.
    pub version: i64,
    /// What people call it.
    pub name: String,
    /// Keys of what it allows.
    pub permissions: Vec<String>,
    /// Up to which amount, in cents, by the permission's key.
    #[serde(default)]
    pub caps: BTreeMap<String, Cents>,
}

impl StaffRoleDraft {
    fn read(&self, key: &str) -> Result<Role, Failure> {
        let text = RoleText {
            key: key.to_owned(),
            name: self.name.clone(),
            permissions: self.permissions.clone(),
            caps: self.caps.clone(),
        };
        parse_role(&text).map_err(Failure::broken)
    }
}

fn told(role: &Role) -> Value {
    let permissions: Vec<&str> = role.permissions.iter().map(|permission| permission.key()).collect();
    let caps: BTreeMap<&str, i64> = role.caps.iter().map(|(permission, cap)| (permission.key(), cap.get())).collect();
    json!({"name": role.name, "permissions": permissions, "caps": caps})
}

fn view(row: &RoleRow) -> RoleView {
    let role = row.role();
    RoleView {
        key: role.key.clone(),
        permissions: role.permissions.iter().map(|permission| permission.key().to_owned()).collect(),
        caps: role.caps.iter().map(|(permission, cap)| (permission.key().to_owned(), *cap)).collect(),
        editable: !role.is_owner(),
        name: role.name,
        version: row.version,
    }
}

/// All of them.
pub async fn list(env: &Env) -> Result<RolesView, Failure> {
    let roles = store::list_roles(env.db.read()).await?.iter().map(view).collect();
    let permissions = Permission::ALL.iter().map(|permission| PermissionView {
        key: permission.key(),
        name: permission.name(),
        dangerous: permission.is_dangerous(),
        capped: permission.is_capped(),
        whole_store: permission.is_of_the_whole_store(),
    });
    Ok(RolesView { roles, permissions: permissions.collect() })
}

/// Makes a role, or another one of it; counts for who has it with their very next request.
pub async fn edit(env: &Env, by: &StaffMember, (key, draft): (&str, &StaffRoleDraft)) -> Result<RolesView, Failure> {
    let after = draft.read(key)?;
    let tx = env.db.write_durable().await?;
    tx.wait_for("staff").await?;
    let by = by.still(&tx).await?;
    by.require_somewhere(Permission::RolesEdit)?;
    by.require_fresh()?;
    let all = store::list_roles(&*tx).await?;
    let row = all.iter().find(|row| row.key == key);
    let before = row.map(RoleRow::role);
    if let Some(refusal) = check_role_edit(&by.grants, before.as_ref(), &after) {
        return Err(Failure::broken(vec![refusal]));
    }
    let version = row.map_or(0, |row| row.version);
    let position = all.iter().map(|row| row.position).max().unwrap_or_default().saturating_add(1);
    let written = match row {
        Some(_) if draft.version == version => store::update_role(&tx, &after, version).await?,
        None if draft.version == 0 => store::insert_role(&tx, &after, position).await?,
        _ => false,
    };
    if !written {
        return Err(Failure::conflict("role_changed", "Somebody else has changed this role.", version));
    }
    let actor = by.actor();
    let action = if before.is_some() { "role.edited" } else { "role.made" };
    let entry = Entry::new(&actor, action, ("role", key));
    let changed = entry.changed(before.as_ref().map_or(Value::Null, told), told(&after));
    audit::append(env, &tx, &changed).await?;
    tx.commit().await?;
    list(env).await
}
