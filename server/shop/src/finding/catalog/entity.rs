//! Rows of the catalogue. Lists are JSON texts: they are only ever read and written whole.

/// The change number: one row.
pub mod meta {
    use sea_orm::entity::prelude::*;

    /// The row.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "catalog_meta")]
    pub struct Model {
        /// Always 1.
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: i64,
        /// Raised by every change.
        pub change: i64,
        /// The last change that touched more than articles of products that stay as they are: who has an earlier one
        /// reads everything anew, unless it was `reworded`.
        pub whole: i64,
        /// The last change that touched no more than articles and words of products that stay where they are. Where
        /// `whole` is another one, a program that knows nothing of this was there since.
        pub reworded: i64,
        /// What `whole` was when something last changed that was not.
        pub placed: i64,
        /// Another one with each change: a database that was put back comes to the same number again by another way.
        pub stamp: String,
    }

    /// Relations are only followed by the store.
    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// Categories by path.
pub mod category {
    use sea_orm::entity::prelude::*;

    /// A category.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "category")]
    pub struct Model {
        /// Path of slugs.
        #[sea_orm(primary_key, auto_increment = false)]
        pub path: String,
        /// Shown name.
        pub name: String,
        /// Order among its siblings.
        pub position: i64,
        /// Keys of the storefronts it belongs to, by commas; empty for all.
        pub sites: String,
    }

    /// Relations are only followed by the store.
    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// Products.
pub mod product {
    use sea_orm::entity::prelude::*;

    /// A product without its variants, categories and sites.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "product")]
    pub struct Model {
        /// Product id.
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: String,
        /// Slug of its address.
        pub slug: String,
        /// Which import it came from: an import touches only its own.
        pub source: String,
        /// Order in the catalogue.
        pub position: i64,
        /// Of the facts: tells whether an import changes it.
        pub hash: String,
        /// The facts as JSON; categories and sites are in tables of their own.
        pub facts: String,
        /// The last change that touched it or one of its articles.
        pub changed: i64,
    }

    /// Relations are only followed by the store.
    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// Articles.
pub mod variant {
    use sea_orm::entity::prelude::*;

    /// An article.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "variant")]
    pub struct Model {
        /// Stock keeping unit.
        #[sea_orm(primary_key, auto_increment = false)]
        pub sku: String,
        /// Its product.
        pub product_id: String,
        /// Order in the product.
        pub position: i64,
        /// Of the record: tells whether an import changes it.
        pub hash: String,
        /// Base price.
        pub price_cents: Option<i64>,
        /// Discounted price.
        pub discounted_cents: Option<i64>,
        /// Can be bought now.
        pub available: bool,
        /// Day it comes back, YYYY-MM-DD.
        pub restock_on: Option<String>,
        /// Pieces in stock.
        pub stock: Option<i64>,
        /// Days until it can be had again.
        pub restockable_in_days: Option<i64>,
        /// Minimum order quantity.
        pub min_order_qty: i64,
        /// Delivery unit.
        pub delivery_unit: i64,
        /// Quantity prices as JSON.
        pub tiers: String,
        /// Attributes as JSON.
        pub attributes: String,
        /// Swatch colours as JSON.
        pub hex: String,
        /// Pictures as JSON.
        pub images: String,
    }

    /// Relations are only followed by the store.
    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// Which product is in which category.
pub mod product_category {
    use sea_orm::entity::prelude::*;

    /// A membership.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "product_category")]
    pub struct Model {
        /// Product.
        #[sea_orm(primary_key, auto_increment = false)]
        pub product_id: String,
        /// Category.
        #[sea_orm(primary_key, auto_increment = false)]
        pub category_path: String,
        /// The first is the one of the breadcrumbs.
        pub position: i64,
    }

    /// Relations are only followed by the store.
    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// Which site sells which product.
pub mod assortment {
    use fieldhouse_core::brand::Site;
    use sea_orm::entity::prelude::*;

    use crate::columns::Key;

    /// A product of a site.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "assortment")]
    pub struct Model {
        /// Product.
        #[sea_orm(primary_key, auto_increment = false)]
        pub product_id: String,
        /// Site key.
        #[sea_orm(primary_key, auto_increment = false)]
        pub site: Key<Site>,
    }

    /// Relations are only followed by the store.
    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}
