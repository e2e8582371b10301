//! The schema, step by step. A released step never changes; a new one is appended.

mod m0001_first;
mod m0002_grants_by_visitor;
mod m0003_marks_of_interest;
mod m0004_told_in_other_words;

use sea_orm_migration::prelude::*;

/// All steps in order.
pub struct Migrator;

#[async_trait::async_trait]
impl MigratorTrait for Migrator {
    fn migrations() -> Vec<Box<dyn MigrationTrait>> {
        vec![
            Box::new(m0001_first::Migration),
            Box::new(m0002_grants_by_visitor::Migration),
            Box::new(m0003_marks_of_interest::Migration),
            Box::new(m0004_told_in_other_words::Migration),
        ]
    }
}
