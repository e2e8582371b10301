//! Statements that are the same each time but for their values. Building one of forty columns takes longer than reading its row,
//! so it is built once for each database.

use std::sync::OnceLock;

use sea_orm::{
    DbBackend, EntityTrait, Iterable, ModelTrait, Statement, StatementBuilder, Value,
    sea_query::{OnConflict, Query},
};

use super::insert::rows_at_once;

/// No value of a statement begins so.
const MARK: &str = "\u{0}place ";

/// A statement that is built when it is first asked.
#[derive(Debug, Default)]
pub struct BuiltOnce {
    sqlite: OnceLock<Built>,
    postgres: OnceLock<Built>,
}

#[derive(Debug)]
struct Built {
    sql: String,
    values: Vec<Place>,
}

/// Where a value of the statement comes from.
#[derive(Debug)]
enum Place {
    /// It is the same each time.
    Fixed(Value),
    /// The one with this number, from 0, of those that are given.
    Given(usize),
}

/// Stands, while a statement is built, for a value that will be given.
pub fn place(number: usize) -> Value {
    Value::from([MARK, &number.to_string()].concat())
}

impl BuiltOnce {
    /// A statement that nobody asked yet.
    pub const fn new() -> Self {
        Self { sqlite: OnceLock::new(), postgres: OnceLock::new() }
    }

    fn built<S: StatementBuilder>(&self, backend: DbBackend, build: impl FnOnce() -> S) -> &Built {
        let known = if backend == DbBackend::Postgres { &self.postgres } else { &self.sqlite };
        known.get_or_init(|| Built::of(backend.build(&build())))
    }

    /// The statement with these values in their places.
    pub fn with<S: StatementBuilder>(
        &self,
        backend: DbBackend,
        given: &[Value],
        build: impl FnOnce() -> S,
    ) -> Statement {
        let Built { sql, values } = self.built(backend, build);
        let values = values.iter().map(|place| match place {
            Place::Fixed(value) => value.clone(),
            // A place without a value is told by the database: it compares with nothing.
            Place::Given(number) => given.get(*number).cloned().unwrap_or(Value::String(None)),
        });
        Statement::from_sql_and_values(backend, sql.as_str(), values)
    }

    /// The statement that inserts a row; `over` says what of it counts where there is one already.
    pub fn inserting<E: EntityTrait>(
        &self,
        backend: DbBackend,
        row: &E::Model,
        over: impl FnOnce() -> Option<OnConflict>,
    ) -> Statement {
        self.inserting_all::<E>(backend, std::slice::from_ref(row), over)
    }

    /// The same of some rows, each time as many.
    fn inserting_all<E: EntityTrait>(
        &self,
        backend: DbBackend,
        rows: &[E::Model],
        over: impl FnOnce() -> Option<OnConflict>,
    ) -> Statement {
        let columns = E::Column::iter().count();
        let Built { sql, values } = self.built(backend, || {
            let mut insert = Query::insert();
            insert.into_table(E::default()).columns(E::Column::iter());
            for first in (0..rows.len()).map(|row| row.saturating_mul(columns)) {
                insert.values_panic((first..first.saturating_add(columns)).map(|number| place(number).into()));
            }
            over().map(|over| insert.on_conflict(over));
            insert
        });
        // The rows' values are in the order of their places, so none is copied; those of `over` follow them.
        let given = rows.iter().flat_map(|row| E::Column::iter().map(|column| row.get(column)));
        let fixed = values.iter().skip(rows.len().saturating_mul(columns)).filter_map(|place| match place {
            Place::Fixed(value) => Some(value.clone()),
            Place::Given(_) => None,
        });
        Statement::from_sql_and_values(backend, sql.as_str(), given.chain(fixed))
    }
}

/// As many rows as most acts write at the most. What writes more takes long enough to build its statement.
const KEPT: usize = 64;

/// Statements that insert rows of a table, one for each number of rows.
#[derive(Debug)]
pub struct BuiltForRows([BuiltOnce; KEPT]);

impl Default for BuiltForRows {
    fn default() -> Self {
        Self::new()
    }
}

impl BuiltForRows {
    /// Statements that nobody asked yet.
    pub const fn new() -> Self {
        Self([const { BuiltOnce::new() }; KEPT])
    }

    /// The statements that insert rows, as few as a database takes; `over` as for one row.
    pub fn inserting<E: EntityTrait>(
        &self,
        backend: DbBackend,
        rows: &[E::Model],
        over: impl Fn() -> Option<OnConflict>,
    ) -> Vec<Statement> {
        let statement = |some: &[E::Model]| match self.0.get(some.len().saturating_sub(1)) {
            Some(kept) => kept.inserting_all::<E>(backend, some, &over),
            None => BuiltOnce::new().inserting_all::<E>(backend, some, &over),
        };
        rows.chunks(rows_at_once(E::Column::iter().count())).map(statement).collect()
    }
}

impl Built {
    fn of(statement: Statement) -> Self {
        let place = |value: Value| {
            let number = match &value {
                Value::String(Some(text)) => text.strip_prefix(MARK).and_then(|number| number.parse().ok()),
                _ => None,
            };
            number.map_or(Place::Fixed(value), Place::Given)
        };
        let values = statement.values.into_iter().flat_map(|values| values.0).map(place).collect();
        Self { sql: statement.sql, values }
    }
}

#[cfg(test)]
mod tests {
    use sea_orm::{
        ActiveModelTrait, QueryTrait,
        sea_query::{Expr, ExprTrait, Query, SelectStatement},
    };

    use super::*;

    mod told {
        use sea_orm::entity::prelude::*;

        #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
        #[sea_orm(table_name = "told")]
        pub struct Model {
            #[sea_orm(primary_key, auto_increment = false)]
            pub id: String,
            pub count: i64,
            pub note: Option<String>,
        }

        #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
        pub enum Relation {}

        impl ActiveModelBehavior for ActiveModel {}
    }

    fn question() -> SelectStatement {
        Query::select()
            .column("a")
            .from("told")
            .and_where(Expr::col("b").eq(place(1)))
            .and_where(Expr::col("c").eq(7))
            .and_where(Expr::col("d").eq(place(0)))
            .and_where(Expr::col("e").eq(place(1)))
            .to_owned()
    }

    #[test]
    fn a_statement_is_built_once_a_database_and_has_each_value_in_its_place() {
        for backend in [DbBackend::Sqlite, DbBackend::Postgres] {
            let once = BuiltOnce::new();
            for (first, second) in [("one", 2_i64), ("three", 4)] {
                let values: [Value; 2] = [first.into(), second.into()];
                let statement = once.with(backend, &values, question);
                let whole = Query::select()
                    .column("a")
                    .from("told")
                    .and_where(Expr::col("b").eq(second))
                    .and_where(Expr::col("c").eq(7))
                    .and_where(Expr::col("d").eq(first))
                    .and_where(Expr::col("e").eq(second))
                    .to_owned();
                assert_eq!(statement, backend.build(&whole));
            }
            let never = || -> SelectStatement { unreachable!("it was built") };
            assert_eq!(once.with(backend, &["one".into(), 2_i64.into()], never).sql, backend.build(&question()).sql);
        }
    }
    #[test]
    fn rows_are_inserted_as_if_each_statement_were_built_for_them() {
        let over = || OnConflict::column(told::Column::Id).value(told::Column::Count, Expr::value(7)).to_owned();
        for backend in [DbBackend::Sqlite, DbBackend::Postgres] {
            let built = BuiltForRows::new();
            for count in [0, 1, 2, 1, 2, KEPT, KEPT + 1, 501] {
                let note = |row: usize| row.is_multiple_of(2).then(|| "told".to_owned());
                let rows: Vec<told::Model> = (0..count)
                    .map(|row| told::Model { id: row.to_string(), count: i64::try_from(row).unwrap(), note: note(row) })
                    .collect();
                let each = rows.chunks(500).map(|some| {
                    let some = some.iter().map(|row| told::ActiveModel::from(row.clone()).reset_all());
                    backend.build(told::Entity::insert_many(some).on_conflict(over()).as_query())
                });
                let statements = built.inserting::<told::Entity>(backend, &rows, || Some(over()));
                assert_eq!(statements, each.collect::<Vec<_>>(), "{count} rows on {backend:?}");
            }
        }
    }

    #[test]
    fn a_statement_for_so_many_rows_is_built_once() {
        let (built, rows) = (BuiltForRows::new(), |id: &str| {
            [
                told::Model { id: id.to_owned(), count: 1, note: None },
                told::Model { id: id.to_owned(), count: 2, note: None },
            ]
        });
        built.inserting::<told::Entity>(DbBackend::Sqlite, &rows("one"), || None);
        let again = built.inserting::<told::Entity>(DbBackend::Sqlite, &rows("two"), || unreachable!("it was built"));
        assert_eq!(again.len(), 1);
    }
}
