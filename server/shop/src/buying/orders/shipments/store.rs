//! Rows of shipments: what is inside, and in which parcels.

use fieldhouse_kernel::db::{WriteTx, insert_all};
use sea_orm::{
    DbErr, IntoActiveModel, JoinType, QueryOrder, QuerySelect,
    entity::prelude::*,
    sea_query::{Condition, Expr},
};

/// A row of `shipment`.
pub mod shipment_row {
    use fieldhouse_core::orders::shipment::ShipmentState;
    use sea_orm::entity::prelude::*;

    use crate::columns::Key;

    /// Columns.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "shipment")]
    pub struct Model {
        /// Id.
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: String,
        /// Its order.
        pub order_id: String,
        /// From 1 within its order.
        pub number: i64,
        /// How far it is.
        pub state: Key<ShipmentState>,
        /// Milliseconds since 1970.
        pub created_at: i64,
        /// Milliseconds since 1970.
        pub shipped_at: Option<i64>,
        /// Milliseconds since 1970.
        pub delivered_at: Option<i64>,
    }

    /// None.
    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// A row of `shipment_line`.
pub mod shipment_line_row {
    use sea_orm::entity::prelude::*;

    /// Columns.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "shipment_line")]
    pub struct Model {
        /// Its shipment.
        #[sea_orm(primary_key, auto_increment = false)]
        pub shipment_id: String,
        /// The line of the order.
        #[sea_orm(primary_key, auto_increment = false)]
        pub position: i64,
        /// Pieces.
        pub quantity: i64,
        /// Whose they are, of a line with a name for each: a JSON list, as it is printed.
        pub players: String,
    }

    /// None.
    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// A row of `shipment_parcel`.
pub mod parcel_row {
    use sea_orm::entity::prelude::*;

    /// Columns.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "shipment_parcel")]
    pub struct Model {
        /// Its shipment.
        #[sea_orm(primary_key, auto_increment = false)]
        pub shipment_id: String,
        /// From 1.
        #[sea_orm(primary_key, auto_increment = false)]
        pub number: i64,
        /// A carrier's key.
        pub carrier: String,
        /// Its number, or empty.
        pub tracking: String,
    }

    /// None.
    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

pub use parcel_row::Model as ParcelRow;
pub use shipment_line_row::Model as ShipmentLineRow;
pub use shipment_row::Model as ShipmentRow;

/// Begins a shipment with what is inside.
pub async fn insert_shipment(tx: &WriteTx, row: ShipmentRow, lines: Vec<ShipmentLineRow>) -> Result<(), DbErr> {
    shipment_row::Entity::insert(row.into_active_model().reset_all()).exec_without_returning(&**tx).await?;
    insert_all(&**tx, lines.into_iter().map(|line| line.into_active_model().reset_all()).collect(), None).await
}

/// The shipments of an order, as they were made.
pub async fn list_shipments(db: &impl ConnectionTrait, order_id: &str) -> Result<Vec<ShipmentRow>, DbErr> {
    shipment_row::Entity::find()
        .filter(shipment_row::Column::OrderId.eq(order_id))
        .order_by_asc(shipment_row::Column::Number)
        .all(db)
        .await
}

/// What parcels of some orders are tracked by, each with its order.
pub async fn list_tracking_of(db: &impl ConnectionTrait, orders: &[String]) -> Result<Vec<(String, String)>, DbErr> {
    let parcels = shipment_row::Entity::belongs_to(parcel_row::Entity)
        .from(shipment_row::Column::Id)
        .to(parcel_row::Column::ShipmentId)
        .into();
    let tracked = shipment_row::Entity::find()
        .select_only()
        .column(shipment_row::Column::OrderId)
        .column(parcel_row::Column::Tracking)
        .join(JoinType::InnerJoin, parcels)
        .filter(shipment_row::Column::OrderId.is_in(orders));
    tracked.into_tuple().all(db).await
}

/// Some shipments by their ids, in no order.
pub async fn find_shipments(db: &impl ConnectionTrait, ids: Vec<String>) -> Result<Vec<ShipmentRow>, DbErr> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    shipment_row::Entity::find().filter(shipment_row::Column::Id.is_in(ids)).all(db).await
}

/// What is inside some shipments, by line.
pub async fn list_shipment_lines(
    db: &impl ConnectionTrait,
    shipments: Vec<String>,
) -> Result<Vec<ShipmentLineRow>, DbErr> {
    if shipments.is_empty() {
        return Ok(Vec::new());
    }
    shipment_line_row::Entity::find()
        .filter(shipment_line_row::Column::ShipmentId.is_in(shipments))
        .order_by_asc(shipment_line_row::Column::Position)
        .all(db)
        .await
}

/// Another number of pieces of a line in a shipment, or other names; none takes the line out.
pub async fn write_shipment_line(tx: &WriteTx, row: &ShipmentLineRow) -> Result<(), DbErr> {
    use shipment_line_row::Column;
    let this = Condition::all().add(Column::ShipmentId.eq(&row.shipment_id)).add(Column::Position.eq(row.position));
    if row.quantity == 0 {
        shipment_line_row::Entity::delete_many().filter(this).exec(&**tx).await?;
    } else {
        shipment_line_row::Entity::update_many()
            .col_expr(Column::Quantity, Expr::value(row.quantity))
            .col_expr(Column::Players, Expr::value(row.players.as_str()))
            .filter(this)
            .exec(&**tx)
            .await?;
    }
    Ok(())
}

/// How far a shipment is.
pub async fn write_shipment(tx: &WriteTx, row: &ShipmentRow) -> Result<(), DbErr> {
    use shipment_row::Column;
    shipment_row::Entity::update_many()
        .col_expr(Column::State, Expr::value(row.state))
        .col_expr(Column::ShippedAt, Expr::value(row.shipped_at))
        .col_expr(Column::DeliveredAt, Expr::value(row.delivered_at))
        .filter(Column::Id.eq(&row.id))
        .exec(&**tx)
        .await?;
    Ok(())
}

/// The parcels of a shipment in place of those it had.
pub async fn write_parcels(tx: &WriteTx, shipment: &str, parcels: Vec<ParcelRow>) -> Result<(), DbErr> {
    parcel_row::Entity::delete_many().filter(parcel_row::Column::ShipmentId.eq(shipment)).exec(&**tx).await?;
    insert_all(&**tx, parcels.into_iter().map(|parcel| parcel.into_active_model().reset_all()).collect(), None).await
}

/// The parcels of some shipments, in their order.
pub async fn list_parcels(db: &impl ConnectionTrait, shipments: Vec<String>) -> Result<Vec<ParcelRow>, DbErr> {
    if shipments.is_empty() {
        return Ok(Vec::new());
    }
    parcel_row::Entity::find()
        .filter(parcel_row::Column::ShipmentId.is_in(shipments))
        .order_by_asc(parcel_row::Column::Number)
        .all(db)
        .await
}
