//! Rows of business units, their addresses, parties and members, and of change requests.

use std::collections::HashMap;

use fieldhouse_core::{brand::Site, business_units::PartyRole, inbox::RequestStatus, people::MemberRole};
use fieldhouse_kernel::db::{
    WriteTx, insert_all,
    keyset::{Place, page},
};
use sea_orm::{
    ActiveValue::Set,
    Condition, DbErr, FromQueryResult, IntoActiveModel, QueryOrder, QuerySelect,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait, Func, OnConflict, Order, SelectStatement},
};

use crate::columns::{Key, holding};

/// A row of `business_unit`.
pub mod unit_row {
    use fieldhouse_core::brand::Site;
    use sea_orm::entity::prelude::*;

    use crate::columns::Key;

    /// Columns.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "business_unit")]
    pub struct Model {
        /// Id.
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: String,
        /// Site key.
        pub site: Key<Site>,
        /// The name other systems know it by; one a site.
        pub key: String,
        /// Shown name.
        pub name: String,
        /// Its people may also order for themselves.
        pub personal_orders: bool,
        /// Tax exemption: empty, `yes` or the last day.
        pub tax_exempt: String,
        /// Raised by every change.
        pub version: i64,
        /// Milliseconds since 1970.
        pub created_at: i64,
        /// Milliseconds since 1970.
        pub changed_at: i64,
    }

    /// None.
    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// A row of `business_unit_address`.
pub mod address_row {
    use sea_orm::entity::prelude::*;

    /// Columns.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "business_unit_address")]
    pub struct Model {
        /// Id.
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: String,
        /// Whose it is.
        pub unit_id: String,
        /// Order.
        pub position: i64,
        /// The form's fields, JSON.
        pub address: String,
        /// The name a file knows it by.
        pub key: Option<String>,
    }

    /// None.
    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// A row of `business_unit_party`.
pub mod party_row {
    use fieldhouse_core::business_units::PartyRole;
    use sea_orm::entity::prelude::*;

    use crate::columns::Key;

    /// Columns.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "business_unit_party")]
    pub struct Model {
        /// The unit that refers.
        #[sea_orm(primary_key, auto_increment = false)]
        pub unit_id: String,
        /// Key of the role.
        #[sea_orm(primary_key, auto_increment = false)]
        pub role: Key<PartyRole>,
        /// The unit referred to.
        #[sea_orm(primary_key, auto_increment = false)]
        pub party_id: String,
        /// Order within the role.
        pub position: i64,
    }

    /// None.
    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// A row of `business_unit_member`.
pub mod member_row {
    use fieldhouse_core::people::MemberRole;
    use sea_orm::entity::prelude::*;

    use crate::columns::Key;

    /// Columns.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "business_unit_member")]
    pub struct Model {
        /// Customer.
        #[sea_orm(primary_key, auto_increment = false)]
        pub customer_id: String,
        /// Unit.
        #[sea_orm(primary_key, auto_increment = false)]
        pub unit_id: String,
        /// Order of a customer's units.
        pub position: i64,
        /// Key of what the customer is there.
        pub role: Key<MemberRole>,
    }

    /// None.
    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// A row of `change_request`.
pub mod request_row {
    use fieldhouse_core::{brand::Site, business_units::PartyRole, inbox::RequestStatus};
    use sea_orm::entity::prelude::*;

    use crate::columns::Key;

    /// Columns.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "change_request")]
    pub struct Model {
        /// Id.
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: String,
        /// Who asks.
        pub customer_id: String,
        /// Key of the role.
        pub role: Key<PartyRole>,
        /// What is asked for.
        pub message: String,
        /// `open`, `done` or `declined`.
        pub status: Key<RequestStatus>,
        /// Milliseconds since 1970.
        pub sent_at: i64,
        /// What the store says to it; empty for nothing.
        pub note: String,
        /// Key of the unit it is about; empty in requests of before.
        pub unit_key: String,
        /// The customer's brand.
        pub site: Key<Site>,
        /// Id of who looks after it; empty for nobody.
        pub assignee: String,
        /// Their name then.
        pub assignee_name: String,
        /// Counted up by each act.
        pub version: i64,
    }

    /// None.
    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

pub use address_row::Model as UnitAddressRow;
pub use member_row::Model as MemberRow;
pub use party_row::Model as PartyRow;
pub use request_row::Model as RequestRow;
pub use unit_row::Model as UnitRow;

/// The units a customer belongs to, in order.
pub async fn list_units_of(db: &impl ConnectionTrait, customer_id: &str) -> Result<Vec<UnitRow>, DbErr> {
    let members = member_row::Entity::find()
        .filter(member_row::Column::CustomerId.eq(customer_id))
        .order_by_asc(member_row::Column::Position)
        .all(db)
        .await?;
    let ids: Vec<String> = members.into_iter().map(|member| member.unit_id).collect();
    let mut units = find_units(db, ids.clone()).await?;
    units.sort_by_key(|unit| ids.iter().position(|id| *id == unit.id));
    Ok(units)
}

/// Units by their ids, in no order.
pub async fn find_units(db: &impl ConnectionTrait, ids: Vec<String>) -> Result<Vec<UnitRow>, DbErr> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    unit_row::Entity::find().filter(unit_row::Column::Id.is_in(ids)).all(db).await
}

/// A unit by its key.
pub async fn find_by_key(db: &impl ConnectionTrait, site: &str, key: &str) -> Result<Option<UnitRow>, DbErr> {
    unit_row::Entity::find().filter(unit_row::Column::Site.eq(site)).filter(unit_row::Column::Key.eq(key)).one(db).await
}

/// Units of some sites whose key or name holds a fragment, lower-cased; by name.
pub async fn list_by_fragment(
    db: &impl ConnectionTrait,
    sites: &[Site],
    fragment: &str,
    limit: u64,
) -> Result<Vec<UnitRow>, DbErr> {
    use unit_row::Column;
    let mut rows = unit_row::Entity::find().filter(Column::Site.is_in(sites.iter().copied().map(Key)));
    if !fragment.is_empty() {
        let holds = |column: Column| Expr::expr(Func::lower(Expr::col(column))).like(holding(fragment));
        rows = rows.filter(holds(Column::Key).or(holds(Column::Name)));
    }
    rows.order_by_asc(Column::Name).order_by_asc(Column::Site).order_by_asc(Column::Id).limit(limit).all(db).await
}

/// The units of some keys at a site, in no order.
pub async fn list_by_keys(
    db: &impl ConnectionTrait,
    site: Site,
    keys: impl Iterator<Item = &str>,
) -> Result<Vec<UnitRow>, DbErr> {
    unit_row::Entity::find()
        .filter(unit_row::Column::Site.eq(site.key()))
        .filter(unit_row::Column::Key.is_in(keys))
        .all(db)
        .await
}

/// What units refer to, in order within a role.
pub async fn list_parties(db: &impl ConnectionTrait, unit_ids: Vec<String>) -> Result<Vec<PartyRow>, DbErr> {
    if unit_ids.is_empty() {
        return Ok(Vec::new());
    }
    party_row::Entity::find()
        .filter(party_row::Column::UnitId.is_in(unit_ids))
        .order_by_asc(party_row::Column::Position)
        .order_by_asc(party_row::Column::PartyId)
        .all(db)
        .await
}

/// Addresses of units, in order within a unit.
pub async fn list_addresses(db: &impl ConnectionTrait, unit_ids: Vec<String>) -> Result<Vec<UnitAddressRow>, DbErr> {
    if unit_ids.is_empty() {
        return Ok(Vec::new());
    }
    address_row::Entity::find()
        .filter(address_row::Column::UnitId.is_in(unit_ids))
        .order_by_asc(address_row::Column::Position)
        .all(db)
        .await
}

/// Writes units, or their names when they are there.
pub async fn write_units(tx: &WriteTx, rows: Vec<UnitRow>) -> Result<(), DbErr> {
    if rows.is_empty() {
        return Ok(());
    }
    let rows = rows.into_iter().map(IntoActiveModel::into_active_model);
    let known = OnConflict::column(unit_row::Column::Id)
        .update_columns([
            unit_row::Column::Name,
            unit_row::Column::TaxExempt,
            unit_row::Column::Version,
            unit_row::Column::ChangedAt,
        ])
        .to_owned();
    unit_row::Entity::insert_many(rows).on_conflict(known).exec_without_returning(&**tx).await?;
    Ok(())
}

/// Writes all addresses of a unit: those before are gone.
pub async fn replace_addresses(tx: &WriteTx, unit_id: &str, rows: Vec<UnitAddressRow>) -> Result<(), DbErr> {
    address_row::Entity::delete_many().filter(address_row::Column::UnitId.eq(unit_id)).exec(&**tx).await?;
    write_addresses(tx, rows).await
}

/// Writes addresses: new ones, or what changed of those that are there.
pub async fn write_addresses(tx: &WriteTx, rows: Vec<UnitAddressRow>) -> Result<(), DbErr> {
    if rows.is_empty() {
        return Ok(());
    }
    address_row::Entity::insert_many(rows.into_iter().map(IntoActiveModel::into_active_model))
        .on_conflict(OnConflict::column(address_row::Column::Id).update_column(address_row::Column::Address).to_owned())
        .exec_without_returning(&**tx)
        .await?;
    Ok(())
}

/// The addresses of units that a file knows by one of these keys, in no order.
pub async fn list_keyed_addresses(
    db: &impl ConnectionTrait,
    unit_ids: &[&str],
    keys: &[&str],
) -> Result<Vec<UnitAddressRow>, DbErr> {
    address_row::Entity::find()
        .filter(address_row::Column::UnitId.is_in(unit_ids.iter().copied()))
        .filter(address_row::Column::Key.is_in(keys.iter().copied()))
        .all(db)
        .await
}

/// Units with the number of their addresses and the last one's place.
pub async fn count_addresses(
    db: &impl ConnectionTrait,
    unit_ids: &[&str],
) -> Result<Vec<(String, i64, Option<i64>)>, DbErr> {
    address_row::Entity::find()
        .select_only()
        .column(address_row::Column::UnitId)
        .column_as(address_row::Column::Id.count(), "addresses")
        .column_as(address_row::Column::Position.max(), "last")
        .filter(address_row::Column::UnitId.is_in(unit_ids.iter().copied()))
        .group_by(address_row::Column::UnitId)
        .into_tuple()
        .all(db)
        .await
}

/// Writes all parties of a unit: those before are gone.
pub async fn replace_parties(tx: &WriteTx, unit_id: &str, parties: &[(PartyRole, String)]) -> Result<(), DbErr> {
    party_row::Entity::delete_many().filter(party_row::Column::UnitId.eq(unit_id)).exec(&**tx).await?;
    for (position, (role, party_id)) in parties.iter().enumerate() {
        let row = party_row::ActiveModel {
            unit_id: Set(unit_id.to_owned()),
            role: Set(Key(*role)),
            party_id: Set(party_id.clone()),
            position: Set(i64::try_from(position).unwrap_or(i64::MAX)),
        };
        party_row::Entity::insert(row).exec_without_returning(&**tx).await?;
    }
    Ok(())
}

/// Who belongs where, in the order of a customer's units.
pub async fn list_memberships(db: &impl ConnectionTrait, customer_ids: &[&str]) -> Result<Vec<MemberRow>, DbErr> {
    member_row::Entity::find()
        .filter(member_row::Column::CustomerId.is_in(customer_ids.iter().copied()))
        .order_by_asc(member_row::Column::Position)
        .all(db)
        .await
}

/// What a customer is in a unit, and one that it refers to; several rows where it refers to several.
#[derive(Debug, Clone, FromQueryResult)]
pub struct PlaceRow {
    /// The unit.
    pub unit_id: Option<String>,
    /// What the customer is there.
    pub member_role: Option<Key<MemberRole>>,
    /// As what the unit refers to another one.
    pub party_role: Option<Key<PartyRole>>,
    /// The other one's key.
    pub party_key: Option<String>,
}

/// Adds a customer's places to a query that has the customer, in the order of their units and of what these refer to.
pub fn with_places(query: &mut SelectStatement, customer: Expr) {
    let member = |column: member_row::Column| (member_row::Entity, column);
    let party = |column: party_row::Column| (party_row::Entity, column);
    let unit = |column: unit_row::Column| (unit_row::Entity, column);
    query
        .expr_as(Expr::col(member(member_row::Column::UnitId)), "unit_id")
        .expr_as(Expr::col(member(member_row::Column::Role)), "member_role")
        .expr_as(Expr::col(party(party_row::Column::Role)), "party_role")
        .expr_as(Expr::col(unit(unit_row::Column::Key)), "party_key")
        .left_join(member_row::Entity, Expr::col(member(member_row::Column::CustomerId)).eq(customer))
        .left_join(
            party_row::Entity,
            Expr::col(party(party_row::Column::UnitId)).equals(member(member_row::Column::UnitId)),
        )
        .left_join(unit_row::Entity, Expr::col(unit(unit_row::Column::Id)).equals(party(party_row::Column::PartyId)))
        .order_by(member(member_row::Column::Position), Order::Asc)
        .order_by(party(party_row::Column::Position), Order::Asc)
        .order_by(party(party_row::Column::PartyId), Order::Asc);
}

/// A customer's units in order, each with a role, or as what the customer is there already.
pub type Memberships = (String, Vec<(String, Option<MemberRole>)>);

/// Writes all units of customers, in order: those before are gone. Where a customer stays and nothing else is
/// said, the role stays.
pub async fn replace_units_of(tx: &WriteTx, memberships: &[Memberships]) -> Result<(), DbErr> {
    let customers: Vec<&str> = memberships.iter().map(|(customer_id, _)| customer_id.as_str()).collect();
    let before = list_memberships(&**tx, &customers).await?;
    let roles: HashMap<(&str, &str), MemberRole> =
        before.iter().map(|row| ((row.customer_id.as_str(), row.unit_id.as_str()), row.role.0)).collect();
    let role_of = |customer_id: &str, unit_id: &str, said: Option<MemberRole>| {
        let known = roles.get(&(customer_id, unit_id)).copied();
        Key(said.or(known).unwrap_or_default())
    };
    member_row::Entity::delete_many().filter(member_row::Column::CustomerId.is_in(customers)).exec(&**tx).await?;
    let role_of = &role_of;
    let rows = memberships.iter().flat_map(|(customer_id, unit_ids)| {
        unit_ids.iter().zip(0..).map(move |((unit_id, said), position)| member_row::ActiveModel {
            customer_id: Set(customer_id.clone()),
            unit_id: Set(unit_id.clone()),
            position: Set(position),
            role: Set(role_of(customer_id, unit_id, *said)),
        })
    });
    insert_all(&**tx, rows.collect(), None).await
}

/// Customers who belong to a unit.
pub async fn list_members(db: &impl ConnectionTrait, unit_id: &str) -> Result<Vec<String>, DbErr> {
    member_row::Entity::find()
        .select_only()
        .column(member_row::Column::CustomerId)
        .filter(member_row::Column::UnitId.eq(unit_id))
        .into_tuple()
        .all(db)
        .await
}

/// What a customer is in a unit.
pub async fn find_member(
    db: &impl ConnectionTrait,
    unit_id: &str,
    customer_id: &str,
) -> Result<Option<MemberRow>, DbErr> {
    member_row::Entity::find_by_id((customer_id.to_owned(), unit_id.to_owned())).one(db).await
}

/// Everybody in some units.
pub async fn list_people(db: &impl ConnectionTrait, unit_ids: Vec<String>) -> Result<Vec<MemberRow>, DbErr> {
    if unit_ids.is_empty() {
        return Ok(Vec::new());
    }
    member_row::Entity::find().filter(member_row::Column::UnitId.is_in(unit_ids)).all(db).await
}

/// Writes somebody into a unit, after the units that are theirs; a member has the role from now on.
pub async fn write_member(tx: &WriteTx, unit_id: &str, customer_id: &str, role: MemberRole) -> Result<(), DbErr> {
    let last = list_memberships(&**tx, &[customer_id]).await?.last().map_or(-1, |member| member.position);
    let row = member_row::ActiveModel {
        customer_id: Set(customer_id.to_owned()),
        unit_id: Set(unit_id.to_owned()),
        position: Set(last.saturating_add(1)),
        role: Set(Key(role)),
    };
    let known = OnConflict::columns([member_row::Column::CustomerId, member_row::Column::UnitId])
        .update_column(member_row::Column::Role)
        .to_owned();
    member_row::Entity::insert(row).on_conflict(known).exec_without_returning(&**tx).await?;
    Ok(())
}

/// Takes somebody out of a unit.
pub async fn delete_member(tx: &WriteTx, unit_id: &str, customer_id: &str) -> Result<(), DbErr> {
    member_row::Entity::delete_by_id((customer_id.to_owned(), unit_id.to_owned())).exec(&**tx).await?;
    Ok(())
}

/// Notes whether people of a unit may also order for themselves.
pub async fn write_personal_orders(tx: &WriteTx, unit_id: &str, allowed: bool) -> Result<(), DbErr> {
    unit_row::Entity::update_many()
        .col_expr(unit_row::Column::PersonalOrders, Expr::value(allowed))
        .filter(unit_row::Column::Id.eq(unit_id))
        .exec(&**tx)
        .await?;
    Ok(())
}

/// Holds a unit until the transaction ends, so that its people change one after the other; false when it is gone.
pub async fn hold_unit(tx: &WriteTx, unit_id: &str) -> Result<bool, DbErr> {
    let held = unit_row::Entity::update_many()
        .col_expr(unit_row::Column::Version, Expr::col(unit_row::Column::Version).add(1))
        .filter(unit_row::Column::Id.eq(unit_id))
        .exec(&**tx)
        .await?;
    Ok(held.rows_affected > 0)
}

/// The requests of a customer, the newest first.
pub async fn list_requests(db: &impl ConnectionTrait, customer_id: &str) -> Result<Vec<RequestRow>, DbErr> {
    request_row::Entity::find()
        .filter(request_row::Column::CustomerId.eq(customer_id))
        .order_by_desc(request_row::Column::SentAt)
        .order_by_desc(request_row::Column::Id)
        .all(db)
        .await
}

/// A request.
pub async fn find_request(db: &impl ConnectionTrait, id: &str) -> Result<Option<RequestRow>, DbErr> {
    request_row::Entity::find_by_id(id).one(db).await
}

/// Requests of all customers, the oldest first; only open ones, or all.
pub async fn list_all_requests(db: &impl ConnectionTrait, all: bool) -> Result<Vec<RequestRow>, DbErr> {
    let open = (!all).then(|| request_row::Column::Status.eq(RequestStatus::Open.key()));
    request_row::Entity::find()
        .filter(Condition::all().add_option(open))
        .order_by_asc(request_row::Column::SentAt)
        .order_by_asc(request_row::Column::Id)
        .all(db)
        .await
}

/// Requests of a brand that stand so, of whoever looks after them or of one, after a place in the list, the newest first.
pub async fn list_requests_at(
    db: &impl ConnectionTrait,
    (site, status): (Site, RequestStatus),
    assignee: Option<&str>,
    after: Option<&Place>,
    limit: u64,
) -> Result<Vec<RequestRow>, DbErr> {
    use request_row::Column::{Assignee, Id, SentAt, Site as OfSite, Status};
    let rows = request_row::Entity::find()
        .filter(OfSite.eq(Key(site)))
        .filter(Status.eq(Key(status)))
        .filter(Condition::all().add_option(assignee.map(|id| Assignee.eq(id))));
    page(rows, (SentAt, Id), after, limit).all(db).await
}

/// How many requests of a brand nobody has answered, counted to `most`.
pub async fn count_open_requests(db: &impl ConnectionTrait, site: Site, most: u64) -> Result<u64, DbErr> {
    use request_row::Column::{Id, Site as OfSite, Status};
    let open = request_row::Entity::find()
        .select_only()
        .column(Id)
        .filter(OfSite.eq(Key(site)))
        .filter(Status.eq(Key(RequestStatus::Open)))
        .limit(most);
    open.into_tuple::<String>().count(db).await
}

/// Writes what became of a request, a version further; false when it is another one than was seen.
pub async fn update_request(tx: &WriteTx, row: RequestRow) -> Result<bool, DbErr> {
    use request_row::Column::{Assignee, AssigneeName, Id, Note, Status, Version};
    let written = request_row::Entity::update_many()
        .col_expr(Status, Expr::value(row.status))
        .col_expr(Note, Expr::value(row.note))
        .col_expr(Assignee, Expr::value(row.assignee))
        .col_expr(AssigneeName, Expr::value(row.assignee_name))
        .col_expr(Version, Expr::value(row.version.saturating_add(1)))
        .filter(Id.eq(row.id))
        .filter(Version.eq(row.version))
        .exec(&**tx)
        .await?;
    Ok(written.rows_affected == 1)
}

/// Writes a request in the place of one that was answered; false while one of the same role and unit is open.
pub async fn insert_request(tx: &WriteTx, row: RequestRow) -> Result<bool, DbErr> {
    use request_row::Column::{CustomerId, Role, Status, UnitKey};
    request_row::Entity::delete_many()
        .filter(CustomerId.eq(&row.customer_id))
        .filter(Role.eq(row.role))
        // An answered one that names no unit is of before.
        .filter(UnitKey.is_in([row.unit_key.as_str(), ""]))
        .filter(Status.ne(RequestStatus::Open.key()))
        .exec(&**tx)
        .await?;
    let once = OnConflict::columns([CustomerId, Role, UnitKey]).do_nothing().to_owned();
    Ok(request_row::Entity::insert(row.into_active_model()).on_conflict(once).exec_without_returning(&**tx).await? > 0)
}

/// Notes that the open requests of a unit's members about it are done; those that name no unit are as well.
pub async fn close_requests(tx: &WriteTx, unit_id: &str) -> Result<(), DbErr> {
    use request_row::Column::{CustomerId, Status, UnitKey, Version};
    let Some(unit) = unit_row::Entity::find_by_id(unit_id).one(&**tx).await? else { return Ok(()) };
    let members = list_members(&**tx, unit_id).await?;
    if members.is_empty() {
        return Ok(());
    }
    request_row::Entity::update_many()
        .col_expr(Status, Expr::value(RequestStatus::Done.key()))
        .col_expr(Version, Expr::col(Version).add(1))
        .filter(CustomerId.is_in(members))
        .filter(UnitKey.is_in([unit.key.as_str(), ""]))
        .filter(Status.eq(RequestStatus::Open.key()))
        .exec(&**tx)
        .await?;
    Ok(())
}
