//! Whoever has signed in, as a handler's signature asks for it: everyone else is 401 before the handler begins.

use axum::{
    extract::{FromRef, FromRequestParts, OptionalFromRequestParts},
    http::request::Parts,
};
use fieldhouse_kernel::failure::Failure;

use super::Visitor;
use crate::{env::Env, owner::CustomerId};

/// A visitor who has signed in.
pub struct SignedIn {
    /// Where they ask from.
    pub visitor: Visitor,
    /// Who it is.
    pub customer: CustomerId,
}

impl<S: Send + Sync> FromRequestParts<S> for SignedIn
where
    Env: FromRef<S>,
{
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Failure> {
        let visitor = Visitor::from_request_parts(parts, state).await?;
        let Some(customer) = visitor.customer().await? else {
            // The log tells strangers apart too.
            visitor.known().await?;
            return Err(Failure::sign_in_first());
        };
        Ok(Self { visitor, customer })
    }
}

impl<S: Send + Sync> OptionalFromRequestParts<S> for SignedIn
where
    Env: FromRef<S>,
{
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Option<Self>, Failure> {
        let visitor = Visitor::from_request_parts(parts, state).await?;
        Ok(visitor.customer().await?.map(|customer| Self { visitor, customer }))
    }
}
