//! Rows of business units, their addresses, parties and members, and of change requests.

use fieldhouse_core::business_units::PartyRole;
use sea_orm::{
    ActiveValue::Set,
    DbErr, QueryOrder, QuerySelect,
    entity::prelude::*,
    sea_query::{Expr, OnConflict},
};

use crate::db::WriteTx;

/// A row of `business_unit`.
pub mod unit_row {
    use sea_orm::entity::prelude::*;

    /// Columns.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "business_unit")]
    pub struct Model {
        /// Id.
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: String,
        /// Site key.
        pub site: String,
        /// The name other systems know it by; one a site.
        pub key: String,
        /// Shown name.
        pub name: String,
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
    }

    /// None.
    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// A row of `business_unit_party`.
pub mod party_row {
    use sea_orm::entity::prelude::*;

    /// Columns.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "business_unit_party")]
    pub struct Model {
        /// The unit that refers.
        #[sea_orm(primary_key, auto_increment = false)]
        pub unit_id: String,
        /// Key of the role.
        #[sea_orm(primary_key, auto_increment = false)]
        pub role: String,
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
    use sea_orm::entity::prelude::*;

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
    }

    /// None.
    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// A row of `change_request`.
pub mod request_row {
    use sea_orm::entity::prelude::*;

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
        pub role: String,
        /// What is asked for.
        pub message: String,
        /// `open` or `done`.
        pub status: String,
        /// Milliseconds since 1970.
        pub sent_at: i64,
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

/// Writes a unit, or its name when it is there.
pub async fn write_unit(tx: &WriteTx, row: &UnitRow) -> Result<(), DbErr> {
    let row = unit_row::ActiveModel {
        id: Set(row.id.clone()),
        site: Set(row.site.clone()),
        key: Set(row.key.clone()),
        name: Set(row.name.clone()),
        version: Set(row.version),
        created_at: Set(row.created_at),
        changed_at: Set(row.changed_at),
    };
    let known = OnConflict::column(unit_row::Column::Id)
        .update_columns([unit_row::Column::Name, unit_row::Column::Version, unit_row::Column::ChangedAt])
        .to_owned();
    unit_row::Entity::insert(row).on_conflict(known).exec_without_returning(&**tx).await?;
    Ok(())
}

/// Writes all addresses of a unit: those before are gone.
pub async fn replace_addresses(tx: &WriteTx, unit_id: &str, rows: Vec<UnitAddressRow>) -> Result<(), DbErr> {
    address_row::Entity::delete_many().filter(address_row::Column::UnitId.eq(unit_id)).exec(&**tx).await?;
    for row in rows {
        let row = address_row::ActiveModel {
            id: Set(row.id),
            unit_id: Set(row.unit_id),
            position: Set(row.position),
            address: Set(row.address),
        };
        address_row::Entity::insert(row).exec_without_returning(&**tx).await?;
    }
    Ok(())
}

/// Writes all parties of a unit: those before are gone.
pub async fn replace_parties(tx: &WriteTx, unit_id: &str, parties: &[(PartyRole, String)]) -> Result<(), DbErr> {
    party_row::Entity::delete_many().filter(party_row::Column::UnitId.eq(unit_id)).exec(&**tx).await?;
    for (position, (role, party_id)) in parties.iter().enumerate() {
        let row = party_row::ActiveModel {
            unit_id: Set(unit_id.to_owned()),
            role: Set(role.key().to_owned()),
            party_id: Set(party_id.clone()),
            position: Set(i64::try_from(position).unwrap_or(i64::MAX)),
        };
        party_row::Entity::insert(row).exec_without_returning(&**tx).await?;
    }
    Ok(())
}

/// Writes all units of a customer, in order: those before are gone.
pub async fn replace_units_of(tx: &WriteTx, customer_id: &str, unit_ids: &[String]) -> Result<(), DbErr> {
    member_row::Entity::delete_many().filter(member_row::Column::CustomerId.eq(customer_id)).exec(&**tx).await?;
    for (position, unit_id) in unit_ids.iter().enumerate() {
        let row = member_row::ActiveModel {
            customer_id: Set(customer_id.to_owned()),
            unit_id: Set(unit_id.clone()),
            position: Set(i64::try_from(position).unwrap_or(i64::MAX)),
        };
        member_row::Entity::insert(row).exec_without_returning(&**tx).await?;
    }
    Ok(())
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

/// The requests of a customer.
pub async fn list_requests(db: &impl ConnectionTrait, customer_id: &str) -> Result<Vec<RequestRow>, DbErr> {
    request_row::Entity::find().filter(request_row::Column::CustomerId.eq(customer_id)).all(db).await
}

/// A request.
pub async fn find_request(db: &impl ConnectionTrait, id: &str) -> Result<Option<RequestRow>, DbErr> {
    request_row::Entity::find_by_id(id).one(db).await
}

/// Writes a request in the place of one that is done; false while one of the same role is open.
pub async fn insert_request(tx: &WriteTx, row: RequestRow) -> Result<bool, DbErr> {
    request_row::Entity::delete_many()
        .filter(request_row::Column::CustomerId.eq(&row.customer_id))
        .filter(request_row::Column::Role.eq(&row.role))
        .filter(request_row::Column::Status.eq("done"))
        .exec(&**tx)
        .await?;
    let row = request_row::ActiveModel {
        id: Set(row.id),
        customer_id: Set(row.customer_id),
        role: Set(row.role),
        message: Set(row.message),
        status: Set(row.status),
        sent_at: Set(row.sent_at),
    };
    let once =
        OnConflict::columns([request_row::Column::CustomerId, request_row::Column::Role]).do_nothing().to_owned();
    Ok(request_row::Entity::insert(row).on_conflict(once).exec_without_returning(&**tx).await? > 0)
}

/// Notes that the open requests of a unit's members are done.
pub async fn close_requests(tx: &WriteTx, unit_id: &str) -> Result<(), DbErr> {
    let members = list_members(&**tx, unit_id).await?;
    request_row::Entity::update_many()
        .col_expr(request_row::Column::Status, Expr::value("done"))
        .filter(request_row::Column::CustomerId.is_in(members))
        .exec(&**tx)
        .await?;
    Ok(())
}
