//! Where a request comes from and which host it names.

use std::net::{IpAddr, Ipv4Addr};

use axum::{
    extract::{FromRef, FromRequestParts},
    http::{Extensions, HeaderMap, Uri, header, request::Parts},
};

/// The address of whoever asks: the other end of the connection, or with proxies of ours in front
/// what the outermost of them says. What anybody else claims is not believed (R42).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClientAddress(pub IpAddr);

impl ClientAddress {
    /// Where no request is.
    pub const UNKNOWN: Self = Self(IpAddr::V4(Ipv4Addr::UNSPECIFIED));

    /// Of a request, with so many proxies of ours in front.
    pub fn of(headers: &HeaderMap, extensions: &Extensions, proxies: u8) -> Self {
        let connected = extensions.get::<Self>().copied();
        forwarded_for(headers, proxies).map(Self).or(connected).unwrap_or(Self::UNKNOWN)
    }
}

/// How many proxies of ours stand in front.
#[derive(Debug, Clone, Copy)]
pub struct Proxies(pub u8);

impl<S: Sync> FromRequestParts<S> for ClientAddress
where
    Proxies: FromRef<S>,
{
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Self::Rejection> {
        let Proxies(proxies) = Proxies::from_ref(state);
        Ok(Self::of(&parts.headers, &parts.extensions, proxies))
    }
}

/// The entry of X-Forwarded-For that the outermost of `proxies` wrote: each adds one at the end.
fn forwarded_for(headers: &HeaderMap, proxies: u8) -> Option<IpAddr> {
    let before = usize::from(proxies).checked_sub(1)?;
    let values: Vec<&str> = headers.get_all("x-forwarded-for").iter().filter_map(|value| value.to_str().ok()).collect();
    let all = values.join(",");
    all.rsplit(',').nth(before)?.trim().parse().ok()
}

/// The host a request names, with its port: that of an absolute target, whatever the header says beside it
/// (RFC 9112 §3.2.2).
pub fn host_of<'a>(headers: &'a HeaderMap, uri: &'a Uri) -> &'a str {
    let target = uri.authority().map(axum::http::uri::Authority::as_str);
    let target = target.map(|target| target.rsplit_once('@').map_or(target, |(_, host)| host));
    let named = || headers.get(header::HOST).and_then(|value| value.to_str().ok());
    target.or_else(named).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_host_of_an_absolute_target_counts() {
        let headers = HeaderMap::from_iter([(header::HOST, "evil.example".parse().unwrap())]);
        let host = |target: &'static str| host_of(&headers, &Uri::from_static(target)).to_owned();
        assert_eq!(host("/p/ball/"), "evil.example");
        assert_eq!(host("http://shop.example:8420/p/ball/"), "shop.example:8420");
        assert_eq!(host("http://somebody@shop.example/"), "shop.example");
        assert_eq!(host_of(&HeaderMap::new(), &Uri::from_static("/")), "");
    }

    #[test]
    fn only_our_own_proxies_are_believed() {
        let mut headers = HeaderMap::new();
        headers.append("x-forwarded-for", "6.6.6.6, 1.2.3.4".parse().unwrap());
        headers.append("x-forwarded-for", "10.0.0.9".parse().unwrap());
        let told = |proxies| forwarded_for(&headers, proxies).map(|address| address.to_string());
        assert_eq!(told(0), None);
        assert_eq!(told(1).as_deref(), Some("10.0.0.9"));
        assert_eq!(told(2).as_deref(), Some("1.2.3.4"));
        assert_eq!(told(9), None);
    }
}
