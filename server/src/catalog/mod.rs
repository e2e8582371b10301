//! The catalogue: an immutable snapshot of products, categories and assortments in memory.

pub mod product;
pub mod record;
pub mod snapshot;
pub mod view;

pub use product::{Attribute, Group, Product, Text, Variant};
pub use snapshot::{Catalog, Category, ProductIndex, Sellable};
