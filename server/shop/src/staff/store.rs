//! Rows of staff, roles and what somebody was given.

use std::collections::BTreeSet;

use std::collections::HashMap;

use fieldhouse_core::{
    brand::Site,
    money::Cents,
    staff::{Grant, Grants, OWNER, Role, Scope},
};
use fieldhouse_kernel::db::WriteTx;
use sea_orm::{
    DbErr, QueryOrder, QuerySelect,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait, OnConflict, Query},
};

/// A row of `staff`.
pub mod staff_row {
    use sea_orm::entity::prelude::*;

    /// Columns.
    #[derive(Clone, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "staff")]
    pub struct Model {
        /// Id.
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: String,
        /// Lower-cased.
        pub email: String,
        /// Name.
        pub name: String,
        /// `invited`, `active` or `suspended`.
        pub state: String,
        /// PHC format; empty for who signs in otherwise.
        pub password_hash: String,
        /// Issuer and subject of single sign-on.
        pub sso_subject: Option<String>,
        /// Raised by every change.
        pub version: i64,
        /// Milliseconds since 1970.
        pub created_at: i64,
    }

    impl std::fmt::Debug for Model {
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            write!(f, "staff {}", self.id)
        }
    }

    /// None.
    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// A row of `staff_role`.
pub mod role_row {
    use sea_orm::entity::prelude::*;

    /// Columns.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "staff_role")]
    pub struct Model {
        /// Key.
        #[sea_orm(primary_key, auto_increment = false)]
        pub key: String,
        /// What people call it.
        pub name: String,
        /// Keys, blanks between.
        pub permissions: String,
        /// `key=cents`, blanks between.
        pub caps: String,
        /// Place among all.
        pub position: i64,
        /// Raised by every change.
        pub version: i64,
    }

    /// None.
    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// A row of `staff_grant`.
pub mod grant_row {
    use sea_orm::entity::prelude::*;

    /// Columns.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "staff_grant")]
    pub struct Model {
        /// Whose.
        #[sea_orm(primary_key, auto_increment = false)]
        pub staff_id: String,
        /// Which role.
        #[sea_orm(primary_key, auto_increment = false)]
        pub role_key: String,
        /// `*` for all brands, else their keys, blanks between.
        pub sites: String,
    }

    /// None.
    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

pub use grant_row::Model as GrantRow;
pub use role_row::Model as RoleRow;
pub use staff_row::Model as StaffRow;

/// All brands.
const EVERYWHERE: &str = "*";

/// A role's columns.
pub struct RoleText {
    /// Keys, blanks between.
    pub permissions: String,
    /// `key=cents`, blanks between.
    pub caps: String,
}

impl RoleText {
    /// Of a role.
    pub fn of(role: &Role) -> Self {
        let permissions: Vec<&str> = role.permissions.iter().map(|permission| permission.key()).collect();
        let caps = role.caps.iter().map(|(permission, cap)| format!("{}={}", permission.key(), cap.get()));
        Self { permissions: permissions.join(" "), caps: caps.collect::<Vec<_>>().join(" ") }
    }
}

impl RoleRow {
    /// The role.
    pub fn role(&self) -> Role {
        let caps = self.caps.split_whitespace().filter_map(|pair| {
            let (key, cents) = pair.split_once('=')?;
            Some((key, Cents::new(cents.parse().ok()?)?))
        });
        Role::stored(&self.key, &self.name, self.permissions.split_whitespace(), caps)
    }
}

impl GrantRow {
    /// Where it counts. A brand that this store has no longer is left out.
    pub fn scope(&self) -> Scope {
        if self.sites == EVERYWHERE {
            return Scope::All;
        }
        Scope::Some(self.sites.split_whitespace().filter_map(Site::parse).collect::<BTreeSet<_>>())
    }
}

/// A scope's column.
pub fn scope_text(scope: &Scope) -> String {
    let sites = scope.sites().map(|sites| sites.iter().map(|site| site.key()).collect::<Vec<_>>().join(" "));
    sites.unwrap_or_else(|| EVERYWHERE.to_owned())
}

/// Somebody who works for the store.
pub async fn find_staff(db: &impl ConnectionTrait, id: &str) -> Result<Option<StaffRow>, DbErr> {
    staff_row::Entity::find_by_id(id).one(db).await
}

/// What somebody was given.
pub async fn load_grants(db: &impl ConnectionTrait, staff_id: &str) -> Result<Grants, DbErr> {
    grants_of(grants_query(staff_id).all(db).await?)
}

/// Holds somebody who works for the store against all that they do elsewhere at the same moment.
pub async fn take_turn(tx: &WriteTx, id: &str) -> Result<(), DbErr> {
    staff_row::Entity::find_by_id(id).lock_exclusive().one(&**tx).await.map(drop)
}

/// The same with the person, held: who takes a role away or changes it waits until the transaction ends, or was first.
pub async fn hold_staff(tx: &WriteTx, staff_id: &str) -> Result<Option<(StaffRow, Grants)>, DbErr> {
    let Some(person) = staff_row::Entity::find_by_id(staff_id).lock_shared().one(&**tx).await? else { return Ok(None) };
    let given = grant_row::Entity::find().filter(grant_row::Column::StaffId.eq(staff_id)).lock_shared().all(&**tx);
    let keys: Vec<String> = given.await?.into_iter().map(|grant| grant.role_key).collect();
    let roles = role_row::Entity::find().filter(role_row::Column::Key.is_in(keys)).order_by_asc(role_row::Column::Key);
    roles.lock_shared().all(&**tx).await?;
    Ok(Some((person, load_grants(&**tx, staff_id).await?)))
}

/// What everybody was given, by who it is.
pub async fn load_all_grants(db: &impl ConnectionTrait) -> Result<HashMap<String, Grants>, DbErr> {
    let mut given: HashMap<String, Vec<(GrantRow, Option<RoleRow>)>> = HashMap::new();
    for row in with_roles(grant_row::Entity::find()).all(db).await? {
        given.entry(row.0.staff_id.clone()).or_default().push(row);
    }
    given.into_iter().map(|(id, rows)| Ok((id, grants_of(rows)?))).collect()
}

fn grants_query(staff_id: &str) -> sea_orm::SelectTwo<grant_row::Entity, role_row::Entity> {
    with_roles(grant_row::Entity::find().filter(grant_row::Column::StaffId.eq(staff_id)))
}

fn with_roles(grants: Select<grant_row::Entity>) -> sea_orm::SelectTwo<grant_row::Entity, role_row::Entity> {
    use sea_orm::{JoinType, RelationDef};
    let role: RelationDef = grant_row::Entity::belongs_to(role_row::Entity)
        .from(grant_row::Column::RoleKey)
        .to(role_row::Column::Key)
        .into();
    grants.order_by_asc(grant_row::Column::RoleKey).join(JoinType::InnerJoin, role).select_also(role_row::Entity)
}

fn grants_of(rows: Vec<(GrantRow, Option<RoleRow>)>) -> Result<Grants, DbErr> {
    let all = rows.into_iter().map(|(grant, role)| {
        let role = role.ok_or_else(|| DbErr::RecordNotFound(grant.role_key.clone()))?;
        Ok(Grant { scope: grant.scope(), role: role.role() })
    });
    all.collect::<Result<Vec<_>, DbErr>>().map(Grants::new)
}

/// Somebody by e-mail, lower-cased.
pub async fn find_by_email(db: &impl ConnectionTrait, email: &str) -> Result<Option<StaffRow>, DbErr> {
    staff_row::Entity::find().filter(staff_row::Column::Email.eq(email)).one(db).await
}

/// Somebody by issuer and subject of single sign-on.
pub async fn find_by_subject(db: &impl ConnectionTrait, subject: &str) -> Result<Option<StaffRow>, DbErr> {
    staff_row::Entity::find().filter(staff_row::Column::SsoSubject.eq(subject)).one(db).await
}

/// Everybody, by name.
pub async fn list_staff(db: &impl ConnectionTrait) -> Result<Vec<StaffRow>, DbErr> {
    staff_row::Entity::find().order_by_asc(staff_row::Column::Name).order_by_asc(staff_row::Column::Email).all(db).await
}

/// What everybody was given.
pub async fn list_all_grants(db: &impl ConnectionTrait) -> Result<Vec<GrantRow>, DbErr> {
    grant_row::Entity::find().order_by_asc(grant_row::Column::RoleKey).all(db).await
}

/// Writes somebody new; false when the e-mail is somebody's already.
pub async fn insert_staff(tx: &WriteTx, row: StaffRow) -> Result<bool, DbErr> {
    let known = OnConflict::column(staff_row::Column::Email).do_nothing().to_owned();
    let inserted = staff_row::Entity::insert(staff_row::ActiveModel::from(row).reset_all())
        .on_conflict(known)
        .exec_without_returning(&**tx)
        .await?;
    Ok(inserted > 0)
}

/// Writes name, state, password and subject of somebody as they stood at a version; false when they were changed since.
pub async fn update_staff(tx: &WriteTx, row: &StaffRow) -> Result<bool, DbErr> {
    let updated = staff_row::Entity::update_many()
        .col_expr(staff_row::Column::Name, Expr::value(row.name.as_str()))
        .col_expr(staff_row::Column::State, Expr::value(row.state.as_str()))
        .col_expr(staff_row::Column::PasswordHash, Expr::value(row.password_hash.as_str()))
        .col_expr(staff_row::Column::SsoSubject, Expr::value(row.sso_subject.clone()))
        .col_expr(staff_row::Column::Version, Expr::col(staff_row::Column::Version).add(1))
        .filter(staff_row::Column::Id.eq(&row.id))
        .filter(staff_row::Column::Version.eq(row.version))
        .exec(&**tx)
        .await?;
    Ok(updated.rows_affected > 0)
}

/// Gives somebody these roles, and no others.
pub async fn replace_grants(tx: &WriteTx, staff_id: &str, grants: &Grants) -> Result<(), DbErr> {
    grant_row::Entity::delete_many().filter(grant_row::Column::StaffId.eq(staff_id)).exec(&**tx).await?;
    for grant in grants.iter() {
        let row = GrantRow {
            staff_id: staff_id.to_owned(),
            role_key: grant.role.key.clone(),
            sites: scope_text(&grant.scope),
        };
        grant_row::Entity::insert(grant_row::ActiveModel::from(row).reset_all()).exec_without_returning(&**tx).await?;
    }
    Ok(())
}

/// How many may sign in who may do everything everywhere.
pub async fn count_owners(tx: &WriteTx) -> Result<u64, DbErr> {
    let owners = Query::select()
        .column(grant_row::Column::StaffId)
        .from(grant_row::Entity)
        .and_where(Expr::col(grant_row::Column::RoleKey).eq(OWNER))
        .and_where(Expr::col(grant_row::Column::Sites).eq(EVERYWHERE))
        .to_owned();
    staff_row::Entity::find()
        .filter(staff_row::Column::State.eq(super::ACTIVE))
        .filter(Expr::col(staff_row::Column::Id).in_subquery(owners))
        .count(&**tx)
        .await
}

/// All roles, as the roles page lists them.
pub async fn list_roles(db: &impl ConnectionTrait) -> Result<Vec<RoleRow>, DbErr> {
    role_row::Entity::find().order_by_asc(role_row::Column::Position).order_by_asc(role_row::Column::Key).all(db).await
}

/// Writes a new role; false when there is one of this key.
pub async fn insert_role(tx: &WriteTx, role: &Role, position: i64) -> Result<bool, DbErr> {
    let RoleText { permissions, caps } = RoleText::of(role);
    let row = RoleRow { key: role.key.clone(), name: role.name.clone(), permissions, caps, position, version: 1 };
    let known = OnConflict::column(role_row::Column::Key).do_nothing().to_owned();
    let inserted = role_row::Entity::insert(role_row::ActiveModel::from(row).reset_all())
        .on_conflict(known)
        .exec_without_returning(&**tx)
        .await?;
    Ok(inserted > 0)
}

/// Writes a role as it stood at a version; false when it was changed since.
pub async fn update_role(tx: &WriteTx, role: &Role, version: i64) -> Result<bool, DbErr> {
    let RoleText { permissions, caps } = RoleText::of(role);
    let updated = role_row::Entity::update_many()
        .col_expr(role_row::Column::Name, Expr::value(role.name.as_str()))
        .col_expr(role_row::Column::Permissions, Expr::value(permissions))
        .col_expr(role_row::Column::Caps, Expr::value(caps))
        .col_expr(role_row::Column::Version, Expr::col(role_row::Column::Version).add(1))
        .filter(role_row::Column::Key.eq(&role.key))
        .filter(role_row::Column::Version.eq(version))
        .exec(&**tx)
        .await?;
    Ok(updated.rows_affected > 0)
}

/// A row of `staff_invitation`.
pub mod invitation_row {
    use sea_orm::entity::prelude::*;

    /// Columns.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "staff_invitation")]
    pub struct Model {
        /// Whose it is: they have a row already.
        #[sea_orm(primary_key, auto_increment = false)]
        pub staff_id: String,
        /// Hash of what the link carries; none until the letter is written.
        pub token_hash: Option<String>,
        /// Name of who invited.
        pub invited_by: String,
        /// Milliseconds since 1970.
        pub created_at: i64,
        /// When the link opens nothing any more.
        pub expires_at: i64,
    }

    /// None.
    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

pub use invitation_row::Model as InvitationRow;

/// Writes an invitation in the place of an earlier one.
pub async fn replace_invitation(tx: &WriteTx, row: InvitationRow) -> Result<(), DbErr> {
    invitation_row::Entity::delete_by_id(row.staff_id.clone()).exec(&**tx).await?;
    invitation_row::Entity::insert(invitation_row::ActiveModel::from(row).reset_all())
        .exec_without_returning(&**tx)
        .await?;
    Ok(())
}

/// An invitation that can be accepted.
pub async fn find_invitation(
    db: &impl ConnectionTrait,
    staff_id: &str,
    now: i64,
) -> Result<Option<InvitationRow>, DbErr> {
    invitation_row::Entity::find_by_id(staff_id).filter(invitation_row::Column::ExpiresAt.gt(now)).one(db).await
}

/// The one of a token.
pub async fn find_invitation_of(
    db: &impl ConnectionTrait,
    token_hash: &str,
    now: i64,
) -> Result<Option<InvitationRow>, DbErr> {
    invitation_row::Entity::find()
        .filter(invitation_row::Column::TokenHash.eq(token_hash))
        .filter(invitation_row::Column::ExpiresAt.gt(now))
        .one(db)
        .await
}

/// Notes the token that goes out with the letter; one of an earlier try counts no longer.
pub async fn write_invitation_token(tx: &WriteTx, staff_id: &str, token_hash: &str) -> Result<(), DbErr> {
    invitation_row::Entity::update_many()
        .col_expr(invitation_row::Column::TokenHash, Expr::value(token_hash))
        .filter(invitation_row::Column::StaffId.eq(staff_id))
        .exec(&**tx)
        .await?;
    Ok(())
}

/// Takes an invitation out by its token; true for the one who did it.
pub async fn take_invitation(tx: &WriteTx, token_hash: &str, now: i64) -> Result<bool, DbErr> {
    let taken = invitation_row::Entity::delete_many()
        .filter(invitation_row::Column::TokenHash.eq(token_hash))
        .filter(invitation_row::Column::ExpiresAt.gt(now))
        .exec(&**tx)
        .await?;
    Ok(taken.rows_affected == 1)
}

/// Takes out the invitation of somebody, whoever holds its link.
pub async fn delete_invitation(tx: &WriteTx, staff_id: &str) -> Result<(), DbErr> {
    invitation_row::Entity::delete_by_id(staff_id).exec(&**tx).await?;
    Ok(())
}

/// Deletes invitations that nobody can accept any more.
pub async fn delete_ended_invitations(tx: &WriteTx, now: i64) -> Result<u64, DbErr> {
    let ended = invitation_row::Column::ExpiresAt.lte(now);
    Ok(invitation_row::Entity::delete_many().filter(ended).exec(&**tx).await?.rows_affected)
}
