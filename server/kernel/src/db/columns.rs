//! Columns whose values are more than a text or a number: read once, when the row is, and wrong ones are refused there.

use std::ops::Deref;

use fieldhouse_core::money::Cents;
use sea_orm::{
    ColIdx, ColumnType, DbErr, QueryResult, TryGetError, TryGetable, Value,
    sea_query::{ArrayType, Nullable, ValueType, ValueTypeErr},
};
use serde::{Deserialize, Serialize};

/// An amount of money.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Money(pub Cents);

impl Deref for Money {
    type Target = Cents;
    fn deref(&self) -> &Cents {
        &self.0
    }
}

impl From<Cents> for Money {
    fn from(cents: Cents) -> Self {
        Self(cents)
    }
}

impl From<u32> for Money {
    fn from(cents: u32) -> Self {
        Self(cents.into())
    }
}

impl From<Money> for Cents {
    fn from(money: Money) -> Self {
        money.0
    }
}

impl From<Money> for Value {
    fn from(money: Money) -> Self {
        money.get().into()
    }
}

impl TryGetable for Money {
    fn try_get_by<I: ColIdx>(row: &QueryResult, index: I) -> Result<Self, TryGetError> {
        let cents = i64::try_get_by(row, index)?;
        let money = Cents::new(cents).ok_or_else(|| DbErr::Type(format!("{cents} is no amount of money")))?;
        Ok(Self(money))
    }
}

impl ValueType for Money {
    fn try_from(value: Value) -> Result<Self, ValueTypeErr> {
        let cents = <i64 as ValueType>::try_from(value)?;
        Cents::new(cents).map(Self).ok_or(ValueTypeErr)
    }

    fn type_name() -> String {
        "Money".to_owned()
    }

    fn array_type() -> ArrayType {
        ArrayType::BigInt
    }

    fn column_type() -> ColumnType {
        ColumnType::BigInteger
    }
}

impl Nullable for Money {
    fn null() -> Value {
        Value::BigInt(None)
    }
}
