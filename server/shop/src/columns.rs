//! Columns that hold the key of a value of the trade: read once, when the row is, and refused there when they hold
//! anything else.

use std::{fmt, ops::Deref};

use fieldhouse_core::{
    brand::Site,
    business_units::PartyRole,
    inbox::RequestStatus,
    orders::{
        edit::EditState,
        hold::HoldKind,
        ledger::EntryKind,
        shipment::ShipmentState,
        status::{Lifecycle, OrderQueue},
        views::RefundState,
    },
    people::{MemberRole, approval::Decision},
    sales::SalesKind,
    stock::{StockKind, StockState},
};
use sea_orm::{
    ColIdx, ColumnType, DbErr, QueryResult, TryFromU64, TryGetError, TryGetable, Value,
    sea_query::{ArrayType, LikeExpr, ValueType, ValueTypeErr},
};

/// What a text has to be like that holds a fragment somewhere; no sign of it means anything to the database.
pub fn holding(fragment: &str) -> LikeExpr {
    let escaped = |c: char| matches!(c, '%' | '_' | '\\').then_some('\\').into_iter().chain([c]);
    let within: String = fragment.chars().flat_map(escaped).collect();
    LikeExpr::new(["%", &within, "%"].concat()).escape('\\')
}

/// A value that is stored by its key.
pub trait Keyed: Copy {
    /// As it is stored.
    fn key(self) -> &'static str;
    /// Reads what was stored.
    fn parse(key: &str) -> Option<Self>;
}

/// A column of such values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key<T>(pub T);

impl<T> Deref for Key<T> {
    type Target = T;
    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T> From<T> for Key<T> {
    fn from(value: T) -> Self {
        Self(value)
    }
}

impl<T: Keyed> fmt::Display for Key<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.key())
    }
}

impl<T: Keyed> From<Key<T>> for Value {
    fn from(key: Key<T>) -> Self {
        key.0.key().into()
    }
}

impl<T: Keyed> TryGetable for Key<T> {
    fn try_get_by<I: ColIdx>(row: &QueryResult, index: I) -> Result<Self, TryGetError> {
        let stored = String::try_get_by(row, index)?;
        let value = T::parse(&stored).ok_or_else(|| DbErr::Type(format!("{stored:?} is no key of this column")))?;
        Ok(Self(value))
    }
}

impl<T: Keyed> ValueType for Key<T> {
    fn try_from(value: Value) -> Result<Self, ValueTypeErr> {
        let stored = <String as ValueType>::try_from(value)?;
        T::parse(&stored).map(Self).ok_or(ValueTypeErr)
    }

    fn type_name() -> String {
        "Key".to_owned()
    }

    fn array_type() -> ArrayType {
        ArrayType::String
    }

    fn column_type() -> ColumnType {
        ColumnType::Text
    }
}

impl<T> TryFromU64 for Key<T> {
    fn try_from_u64(_: u64) -> Result<Self, DbErr> {
        // No database counts keys up.
        Err(DbErr::ConvertFromU64("Key"))
    }
}

macro_rules! keyed {
    ($($type:ty),*) => {
        $(impl Keyed for $type {
            fn key(self) -> &'static str {
                self.key()
            }

            fn parse(key: &str) -> Option<Self> {
                Self::parse(key)
            }
        })*
    };
}

keyed!(
    Site,
    MemberRole,
    PartyRole,
    Decision,
    Lifecycle,
    OrderQueue,
    EntryKind,
    HoldKind,
    ShipmentState,
    RefundState,
    RequestStatus,
    EditState,
    StockKind,
    StockState,
    SalesKind
);

#[cfg(test)]
mod tests {
    use fieldhouse_kernel::db::{Db, columns::Money};
    use sea_orm::{ConnectionTrait, DbBackend, Statement};

    use super::*;

    #[tokio::test]
    async fn a_row_with_a_value_that_is_none_of_its_column_is_refused_when_it_is_read() {
        let db = Db::none().await.unwrap();
        let sql = "SELECT 'approver' AS role, 'chief' AS no_role, 'usgames' AS site, 500 AS cents, 9007199254740992 AS \
                   no_cents, 'done' AS status, 'open' AS open_status";
        let row = db.read().query_one_raw(Statement::from_string(DbBackend::Sqlite, sql)).await.unwrap().unwrap();
        assert_eq!(row.try_get::<Key<MemberRole>>("", "role").unwrap(), MemberRole::Approver.into());
        assert_eq!(*row.try_get::<Key<Site>>("", "site").unwrap(), Site::US_GAMES);
        assert_eq!(row.try_get::<Key<RequestStatus>>("", "status").unwrap().to_string(), "done");
        assert_eq!(*row.try_get::<Key<RequestStatus>>("", "open_status").unwrap(), RequestStatus::Open);
        assert_eq!(row.try_get::<Money>("", "cents").unwrap(), 500.into());
        let refused = row.try_get::<Key<MemberRole>>("", "no_role").unwrap_err().to_string();
        assert!(refused.contains("\"chief\""), "{refused}");
        assert!(row.try_get::<Money>("", "no_cents").is_err());
    }
}
