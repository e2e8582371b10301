//! For whom a customer orders: their business units with what each allows. Which of them an order is for is a
//! rule (`core::people::buying`); it is asked with the rows of the moment.

use fieldhouse_core::{
    business_units::sold_to_of,
    people::{
        MemberRole,
        buying::{BuyerDraft, BuyerUnit, BuyingView, buying_view, buys_for, check_buyer},
    },
    rule::FieldError,
};
use fieldhouse_kernel::failure::Failure;
use sea_orm::{ConnectionTrait, DbErr};

use crate::{
    owner::CustomerId,
    people::business_units::{
        Belonging,
        store::{UnitRow, find_units, list_memberships},
    },
};

/// The units of a customer in their order; none of who has not signed in.
#[derive(Debug, Default)]
pub struct Units {
    rows: Vec<(UnitRow, MemberRole)>,
    buyer: Vec<BuyerUnit>,
}

impl Units {
    /// Those of a customer.
    pub async fn of(db: &impl ConnectionTrait, customer: Option<CustomerId>) -> Result<Self, Failure> {
        let Some(customer) = customer else { return Ok(Self::default()) };
        let members = list_memberships(db, &[&customer.to_string()]).await?;
        let mut units = find_units(db, members.iter().map(|member| member.unit_id.clone()).collect()).await?;
        let mut found = Self::default();
        for member in members {
            let Some(place) = units.iter().position(|unit| unit.id == member.unit_id) else { continue };
            let unit = units.swap_remove(place);
            found.buyer.push(BuyerUnit {
                id: unit.id.clone(),
                name: unit.name.clone(),
                personal_orders: unit.personal_orders,
            });
            found.rows.push((unit, *member.role));
        }
        Ok(found)
    }

    /// The unit an order is for, with what the customer is there.
    pub fn chosen(&self, chosen: &str) -> Option<(&UnitRow, MemberRole)> {
        let id = &buys_for(&self.buyer, chosen)?.id;
        self.rows.iter().find(|(unit, _)| unit.id == *id).map(|(unit, role)| (unit, *role))
    }

    /// For whom an order is, as it is shown.
    pub fn view(&self, chosen: &str) -> Option<BuyingView> {
        buying_view(&self.buyer, chosen)
    }

    /// What is wrong with a choice.
    pub fn check(&self, draft: &BuyerDraft) -> Vec<FieldError> {
        check_buyer(&self.buyer, draft)
    }

    /// The sold-to unit whose contract prices an order is at, or empty.
    pub async fn sold_to(&self, db: &impl ConnectionTrait, chosen: &str) -> Result<String, DbErr> {
        let Some((unit, _)) = self.chosen(chosen) else { return Ok(String::new()) };
        let parties = Belonging::to(db, vec![unit.clone()]).await?.session_units();
        Ok(sold_to_of(&parties).to_owned())
    }
}
