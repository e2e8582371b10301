//! The schema, step by step. A released step never changes; a new one is appended.

mod columns;
mod m0001_catalog;
mod m0002_sessions_carts;
mod m0003_orders;
mod m0004_content;
mod m0005_accounts;
mod m0006_codes;
mod m0007_certificates;
mod m0008_prices;
mod m0009_cart_life;
mod m0010_interest;
mod m0011_platform;
mod m0012_business_units;
mod m0014_shell;
mod m0015_imports;
mod m0016_people;
mod m0017_tries;
mod m0018_content;
mod m0021_pictures;
mod m0023_buying;
mod m0024_versions;
mod m0027_exemptions;
mod m0028_account;
mod m0031_trust;
mod m0032_letters;
mod m0033_given_up;
mod m0034_confirmed;
mod m0035_removed_addresses;

use sea_orm_migration::prelude::*;

/// All steps in order.
pub struct Migrator;

#[async_trait::async_trait]
impl MigratorTrait for Migrator {
    fn migrations() -> Vec<Box<dyn MigrationTrait>> {
        vec![
            Box::new(m0001_catalog::Migration),
            Box::new(m0002_sessions_carts::Migration),
            Box::new(m0003_orders::Migration),
            Box::new(m0004_content::Migration),
            Box::new(m0005_accounts::Migration),
            Box::new(m0006_codes::Migration),
            Box::new(m0007_certificates::Migration),
            Box::new(m0008_prices::Migration),
            Box::new(m0009_cart_life::Migration),
            Box::new(m0010_interest::Migration),
            Box::new(m0011_platform::Migration),
            Box::new(m0012_business_units::Migration),
            Box::new(m0014_shell::Migration),
            Box::new(m0015_imports::Migration),
            Box::new(m0016_people::Migration),
            Box::new(m0017_tries::Migration),
            Box::new(m0018_content::Migration),
            Box::new(m0021_pictures::Migration),
            Box::new(m0023_buying::Migration),
            Box::new(m0024_versions::Migration),
            Box::new(m0027_exemptions::Migration),
            Box::new(m0028_account::Migration),
            Box::new(m0031_trust::Migration),
            Box::new(m0032_letters::Migration),
            Box::new(m0033_given_up::Migration),
            Box::new(m0034_confirmed::Migration),
            Box::new(m0035_removed_addresses::Migration),
        ]
    }
}
