//! Files of customers, business units and addresses.

mod addresses;
mod business_units;
mod customers;

use fieldhouse_core::import::{addresses::BroughtAddress, customers::BroughtCustomer};

use crate::{
    env::Env,
    import::{ImportError, batches, report::TableReport, rows::Source},
};

/// Imports customers (docs/OPERATING.md: your own customers).
pub async fn import_customers(env: &Env, source: &Source, dry_run: bool) -> Result<TableReport, ImportError> {
    batches::import::<BroughtCustomer>(env, source, dry_run).await
}

/// Imports business units with what they refer to.
pub async fn import_business_units(env: &Env, source: &Source, dry_run: bool) -> Result<TableReport, ImportError> {
    business_units::import(env, source, dry_run).await
}

/// Imports addresses of customers and of business units.
pub async fn import_addresses(env: &Env, source: &Source, dry_run: bool) -> Result<TableReport, ImportError> {
    batches::import::<BroughtAddress>(env, source, dry_run).await
}
