//! Rows of carts and their lines.

/// A row of `cart`.
pub mod cart_row {
    use fieldhouse_kernel::db::columns::Money;
    use sea_orm::entity::prelude::*;

    /// Columns.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, serde::Serialize, serde::Deserialize)]
    #[sea_orm(table_name = "cart")]
    pub struct Model {
        /// Cart id.
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: String,
        /// Site key.
        pub site: String,
        /// Whose it is.
        pub visitor: String,
        /// `open` or `ordered`.
        pub status: String,
        /// Raised by every change.
        pub version: i64,
        /// Position of the next new line.
        pub next_position: i64,
        /// Lines.
        pub line_count: i64,
        /// Pieces.
        pub total_quantity: i64,
        /// Σ base × quantity.
        pub merch_cents: Money,
        /// Σ your price × quantity.
        pub your_cents: Money,
        /// Change number of the catalogue the sums come from.
        pub priced_change: i64,
        /// Whose personal prices the sums come from; empty for none.
        pub price_key: String,
        /// Milliseconds since 1970.
        pub created_at: i64,
        /// Milliseconds since 1970.
        pub changed_at: i64,
        /// Offer code, or empty.
        pub flyer_code: String,
        /// What was typed for it, or empty.
        pub friendly_flyer_code: String,
        /// Program id, or empty.
        pub program_id: String,
        /// Flyer code of a certificate on the cart, or empty.
        pub cert_flyer_code: String,
        /// It has the type that the codes' fields belong to.
        pub custom_type: bool,
        /// Planned amounts of its certificates, summed.
        pub certificate_cents: Money,
        /// For whom it is ordered: id of a business unit or `personal`; empty when nothing was chosen.
        #[serde(default)]
        pub buys_for: String,
    }

    /// None.
    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// A row of `cart_line`.
pub mod line_row {
    use fieldhouse_kernel::db::columns::Money;
    use sea_orm::entity::prelude::*;

    /// Columns.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, serde::Serialize, serde::Deserialize)]
    #[sea_orm(table_name = "cart_line")]
    pub struct Model {
        /// Line item id.
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: String,
        /// Its cart.
        pub cart_id: String,
        /// Product: lines of one product share a tier pool.
        pub product_id: String,
        /// Stock keeping unit.
        pub sku: String,
        /// What makes two adds the same line.
        pub identity: String,
        /// Pieces.
        pub quantity: i64,
        /// Free texts, JSON.
        pub free_form: String,
        /// Order of adding.
        pub position: i64,
        /// Base price of the line.
        pub base_cents: Money,
        /// Your price of the line.
        pub your_cents: Money,
        /// Personal price of a piece, when there is one.
        pub personal_cents: Option<Money>,
        /// The promo code that set it, or empty.
        pub promo_code: String,
        /// When the price was confirmed, milliseconds since 1970; nothing when it is to be confirmed.
        pub confirmed_at: Option<i64>,
    }

    /// None.
    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

impl cart_row::Model {
    /// The next version, while the cart is held: written with what the step does.
    #[must_use]
    pub fn stepped(self, now: i64) -> Self {
        Self { version: self.version.saturating_add(1), changed_at: now, ..self }
    }
}
