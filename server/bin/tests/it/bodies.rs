//! Every corner of the JSON grammar, sent to every operation that takes a body (R58). `y_` is JSON, `n_`
//! is not, `i_` is left to the reader by RFC 8259: whatever it is, nobody's bytes are the server's fault.

use axum::http::{Method, StatusCode};
use fieldhouse_core::brand::Site;
use fieldhouse_server::surfaces::ops::openapi;

use crate::{
    accounts::{COACH, customer},
    desk::{OWNER, grants, member},
    platform::Client,
    shopping::{add_one, assert_books, cart, lines},
    support::{Answer, TestApp, Visitor},
};

/// Values, sent alone, in an array and as a field's value.
#[rustfmt::skip]
const VALUES: &[(&str, &[u8])] = &[
    // Numbers.
    ("y_zero", b"0"), ("y_minus_zero", b"-0"), ("y_minus_one", b"-1"), ("y_fraction", b"0.5"),
    ("y_minus_zero_fraction", b"-0.0"), ("y_exponent", b"1e2"), ("y_capital_exponent", b"1E2"),
    ("y_exponent_plus", b"1e+2"), ("y_exponent_minus", b"1e-2"), ("y_exponent_leading_zero", b"1e002"),
    ("y_zero_exponent", b"0e1"), ("y_too_large", b"1e400"), ("y_too_small", b"1e-400"), ("y_minus_too_large", b"-1e400"),
    ("y_i64_end", b"9223372036854775807"), ("y_beyond_i64", b"9223372036854775808"),
    ("y_beyond_u64", b"18446744073709551616"), ("y_below_i64", b"-9223372036854775809"),
    ("y_sixty_digits", b"123456789012345678901234567890123456789012345678901234567890"),
    ("y_huge_exponent", b"1e99999999999999999999"), ("y_long_fraction", b"0.1000000000000000055511151231257827021181583"),
    ("n_trailing_point", b"1."), ("n_leading_point", b".5"), ("n_minus_point", b"-.5"), ("n_plus", b"+1"),
    ("n_leading_zero", b"01"), ("n_minus_leading_zero", b"-01"), ("n_two_zeros", b"00"), ("n_minus_alone", b"-"),
    ("n_two_minus", b"--1"), ("n_point_exponent", b"1.e2"), ("n_exponent_alone", b"1e"), ("n_exponent_sign_alone", b"1e+"),
    ("n_two_points", b"1.2.3"), ("n_exponent_point", b"1e2.5"), ("n_hex", b"0x1F"), ("n_octal", b"0o17"), ("n_binary", b"0b1"),
    ("n_nan", b"NaN"), ("n_minus_nan", b"-NaN"), ("n_infinity", b"Infinity"), ("n_minus_infinity", b"-Infinity"),
    ("n_underscore", b"1_000"), ("n_suffix", b"1n"), ("n_blank_inside", b"1 000"), ("n_comma_decimal", b"1,5,"),
    ("n_minus_blank", b"- 1"), ("n_wide_digit", "\u{ff11}".as_bytes()), ("n_arabic_digit", "\u{0661}".as_bytes()),
    // Words.
    ("y_true", b"true"), ("y_false", b"false"), ("y_null", b"null"), ("n_capital_true", b"True"), ("n_upper_null", b"NULL"),
    ("n_cut_word", b"tru"), ("n_long_word", b"nulll"), ("n_undefined", b"undefined"), ("n_none", b"None"),
    ("n_bare_word", b"BAL100"),
    // Strings.
    ("y_empty_string", br#""""#), ("y_all_escapes", br#""\"\\\/\b\f\n\r\t""#), ("y_escaped_letter", br#""\u0041""#),
    ("y_pair", br#""\ud83c\udfc0""#), ("y_capital_pair", br#""\uD83C\uDFC0""#), ("y_emoji", "\"\u{1f3c0}\"".as_bytes()),
    ("y_delete", b"\"\x7f\""), ("y_line_separator", "\"\u{2028}\u{2029}\"".as_bytes()), ("y_bom_inside", "\"\u{feff}\"".as_bytes()),
    ("y_noncharacter", "\"\u{ffff}\u{10ffff}\"".as_bytes()), ("y_escaped_noncharacter", br#""\uFFFF""#),
    ("y_escaped_escape", br#""\\u0000""#), ("y_escaped_control", br#""\u0001\u001f""#), ("y_slash", br#""/""#),
    ("y_comment_inside", br#""/* no */ // no""#), ("y_right_to_left", "\"\u{202e}\"".as_bytes()),
    ("i_nul", br#""\u0000""#), ("i_lone_lead", br#""\ud800""#), ("i_lone_trail", br#""\udc00""#),
    ("i_two_leads", br#""\ud800\ud800""#), ("i_swapped_pair", br#""\udfc0\ud83c""#), ("i_lead_then_letter", br#""\ud800a""#),
    ("i_lead_then_escape", br#""\ud800\n""#),
    ("n_raw_nul", b"\"a\0b\""), ("n_raw_newline", b"\"a\nb\""), ("n_raw_tab", b"\"a\tb\""), ("n_raw_control", b"\"\x1f\""),
    ("n_unknown_escape", br#""\x41""#), ("n_octal_escape", br#""\101""#), ("n_escape_a", br#""\a""#), ("n_escape_quote", br#""\'""#),
    ("n_short_escape", br#""\u004""#), ("n_no_hex_escape", br#""\u00g1""#), ("n_capital_escape", br#""\U0041""#),
    ("n_cut_pair", br#""\ud83c\u""#), ("n_escape_at_end", br#""\"#), ("n_open_string", br#""open"#), ("n_single_quotes", b"'a'"),
    ("n_backticks", b"`a`"), ("n_typographic_quotes", "\u{201c}a\u{201d}".as_bytes()), ("n_two_strings", br#""a" "b""#),
    ("n_latin_1", b"\"\xe9\""), ("n_overlong_slash", b"\"\xc0\xaf\""), ("n_surrogate_bytes", b"\"\xed\xa0\x80\""),
    ("n_beyond_unicode", b"\"\xf4\x90\x80\x80\""), ("n_lone_continuation", b"\"\x80\""), ("n_cut_utf8", b"\"\xe2\x82\""),
    ("n_byte_ff", b"\"\xff\""),
    // Arrays and objects.
    ("y_empty_array", b"[]"), ("y_blank_array", b"[ \t\r\n]"), ("y_mixed_array", br#"[1,"a",null,{},[]]"#),
    ("y_empty_object", b"{}"), ("y_empty_key", br#"{"":0}"#), ("y_escaped_key", br#"{"\u0073ku":"BAL100"}"#),
    ("y_same_key_twice", br#"{"a":1,"a":2}"#), ("y_same_key_escaped", br#"{"sku":"a","\u0073ku":"b"}"#),
    ("y_prototype_key", br#"{"__proto__":{"price":0},"constructor":1}"#),
    ("n_trailing_comma", b"[1,]"), ("n_leading_comma", b"[,1]"), ("n_two_commas", b"[1,,2]"), ("n_only_comma", b"[,]"),
    ("n_no_comma", b"[1 2]"), ("n_colon_in_array", b"[1:2]"), ("n_open_array", b"[1"), ("n_open_comma", b"[1,"),
    ("n_wrong_end", b"[1}"), ("n_array_in_array_open", b"[[1]"), ("n_ellipsis", b"[1,...]"),
    ("n_object_trailing_comma", br#"{"a":1,}"#), ("n_object_two_commas", br#"{"a":1,,"b":2}"#), ("n_object_leading_comma", br#"{,"a":1}"#),
    ("n_object_no_comma", br#"{"a":1 "b":2}"#), ("n_object_no_colon", br#"{"a" 1}"#), ("n_object_two_colons", br#"{"a"::1}"#),
    ("n_object_equals", br#"{"a"=1}"#), ("n_object_no_value", br#"{"a":}"#), ("n_object_only_key", br#"{"a"}"#),
    ("n_bare_key", b"{a:1}"), ("n_single_quoted_key", b"{'a':1}"), ("n_number_key", b"{1:1}"), ("n_null_key", b"{null:1}"),
    ("n_open_object", br#"{"a":1"#), ("n_open_key", br#"{"a"#), ("n_object_wrong_end", br#"{"a":1]"#), ("n_set", br#"{"a","b"}"#),
    // Around it.
    ("y_blanks_around", b" \t\r\n{} \t\r\n"), ("n_line_comment", b"{} // end"), ("n_block_comment", b"/* a */ {}"),
    ("n_hash_comment", b"# a\n{}"), ("n_comment_inside", br#"{"a":/* b */1}"#), ("n_trailing_word", b"{} x"),
    ("n_two_documents", b"{}{}"), ("n_trailing_bracket", b"{}}"), ("n_trailing_comma_after", b"{},"), ("n_bracket_alone", b"]"),
    ("n_brace_alone", b"}"), ("n_comma_alone", b","), ("n_colon_alone", b":"), ("n_semicolon", b"{};"),
    ("n_no_break_space", "\u{a0}{}".as_bytes()), ("n_form_feed", b"\x0c{}"), ("n_vertical_tab", b"\x0b{}"),
    ("n_trailing_nul", b"{}\0"), ("n_xml", b"<a/>"), ("n_form", b"sku=BAL100&quantity=1"), ("n_backslash", b"\\"),
];

/// Whole bodies that only make sense alone.
#[rustfmt::skip]
const BODIES: &[(&str, &[u8])] = &[
    ("n_empty", b""), ("n_blank", b" \n\t"), ("n_bom", b"\xef\xbb\xbf{}"), ("n_bom_alone", b"\xef\xbb\xbf"),
    ("n_utf16_le", b"\xff\xfe{\0}\0"), ("n_utf16_be", b"\xfe\xff\0{\0}"), ("n_utf16_bare", b"{\0}\0"), ("n_utf32", b"\0\0\0{\0\0\0}"),
    ("n_gzip", b"\x1f\x8b\x08\0\0\0\0\0\0\x03"), ("n_nul_alone", b"\0"), ("n_ff_alone", b"\xff"),
];

struct Operation {
    method: Method,
    path: String,
    /// A field that a body has, and the bytes before and after its value.
    around: [&'static str; 2],
}

/// A path with something in each place of it.
fn named(path: &str, line: &str) -> String {
    path.replace("{id}", line)
        .replace("{projectKey}", "fieldhouse")
        .replace("{facet}", "brand")
        .replace("{event}", "1")
        .replace("{site}", "fieldhouse")
        .replace("{kind}", "order_shipped")
        .replace("{sku}", "BAL100")
        .replace("{incoming}", line)
        .replace("{key}", "night_shift")
        .replace("{index}/quer", if path.ends_with("queries") { "*/quer" } else { "fieldhouse_products/quer" })
        .replace("{index}/objects", "*/objects")
        .replace("{index}", "fieldhouse_products")
}

/// What is around a value in the bodies of the desk.
fn around_at_the_desk(method: &str, path: &str) -> [&'static str; 2] {
    match (method, path) {
        ("post", "/desk/api/views") => [r#"{"ask":{},"name":"#, "}"],
        ("post", "/desk/api/orders/bulk") => [r#"{"act":"hold","orders":[],"hold":"#, "}"],
        ("post", path) if path.starts_with("/desk/api/orders/") || path.starts_with("/desk/api/stock/") => {
            [r#"{"version":1,"draft":"#, "}"]
        }
        ("post", "/desk/api/sign-in/password" | "/desk/api/session/confirm/password") => {
            [r#"{"password":"","code":"","email":"#, "}"]
        }
        ("post", "/desk/api/sign-in/passkey" | "/desk/api/session/confirm/passkey") => {
            [r#"{"ceremony":"","credential":"#, "}"]
        }
        ("post", "/desk/api/invitations/accept") => [r#"{"token":"","passkey":null,"name":"#, "}"],
        ("post", "/desk/api/invitations/look" | "/desk/api/invitations/codes" | "/desk/api/invitations/passkey") => {
            [r#"{"token":"#, "}"]
        }
        ("post", "/desk/api/passkeys") => [r#"{"answer":{"ceremony":"","credential":{}},"name":"#, "}"],
        ("post", "/desk/api/packing-slips") => [r#"{"shipments":["#, "]}"],
        ("put", "/desk/api/paper-templates/{site}") => [r#"{"version":1,"papers":"#, "}"],
        ("post", "/desk/api/paper-templates/{site}/preview") => [r#"{"kind":"invoice","papers":"#, "}"],
        ("post", "/desk/api/papers") => [r#"{"kind":"pick-list","orders":["#, "]}"],
        ("put", "/desk/api/orders/{id}/holds/{hold}") => [r#"{"version":1,"draft":"#, "}"],
        ("put", "/desk/api/letters/{site}/{kind}") => [r#"{"on":false,"version":"#, "}"],
        ("put", "/desk/api/password") => [r#"{"current":"","new":"","confirm":"#, "}"],
        ("put", "/desk/api/codes") => [r#"{"ceremony":"","code":"#, "}"],
        ("post", "/desk/api/messages/{id}/answers") => [r#"{"version":1,"answer":"#, "}"],
        ("post", "/desk/api/messages/{id}/notes") => [r#"{"version":1,"text":"#, "}"],
        ("put", "/desk/api/messages/{id}/assignee") => [r#"{"version":1,"assignee":"#, "}"],
        ("post", "/desk/api/staff") => [r#"{"email":"","roles":[],"name":"#, "}"],
        ("put", "/desk/api/staff/{id}/roles") => [r#"{"roles":[],"version":"#, "}"],
        (
            "post",
            "/desk/api/staff/{id}/suspend" | "/desk/api/staff/{id}/restore" | "/desk/api/messages/{id}/reopen",
        ) => [r#"{"version":1,"reason":"#, "}"],
        ("post", "/desk/api/customers/{id}/shop-as") => [r#"{"reason":"#, "}"],
        ("put", "/desk/api/roles/{key}") => [r#"{"version":1,"permissions":[],"name":"#, "}"],
        other => panic!("{other:?} takes a body and is not in the table"),
    }
}

/// All that take a body; one without a place for a value here fails the test.
fn operations(line: &str) -> Vec<Operation> {
    let document = serde_json::to_value(openapi::document()).unwrap();
    let mut found = Vec::new();
    for (path, item) in document["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            // The token endpoints read forms.
            if operation.pointer("/requestBody/content/application~1json").is_none() {
                continue;
            }
            let around = match (method.as_str(), path.as_str()) {
                ("post", "/api/cart/lines") => [r#"{"lines":[{"sku":"BAL100","quantity":"#, "}]}"],
                ("post", "/api/analytics/events") => [r#"{"events":[{"act":"click","productId":"#, "}]}"],
                ("post", "/1/events") => [
                    r#"{"events":[{"eventType":"click","eventName":"a","userToken":"b","index":"fieldhouse_products","objectIDs":"#,
                    "}]}",
                ],
                ("post", "/1/indexes/{index}/query" | "/1/indexes/{index}/facets/{facet}/query") => {
                    [r#"{"hitsPerPage":1,"facetFilters":"#, "}"]
                }
                ("post", "/1/indexes/{index}/queries") => {
                    [r#"{"requests":[{"indexName":"fieldhouse_products","params":"#, "}]}"]
                }
                ("post", "/1/indexes/{index}/objects") => {
                    [r#"{"requests":[{"indexName":"fieldhouse_products","objectID":"#, "}]}"]
                }
                ("patch", "/api/cart/lines/{id}") => [r#"{"version":1,"quantity":"#, "}"],
                ("post", "/api/cart/removals") => [r#"{"version":1,"lineItemIds":"#, "}"],
                ("post", "/api/cart/undo") => [r#"{"undo":"#, "}"],
                ("post", "/api/cart/shares") => [r#"{"withTexts":"#, "}"],
                ("post", "/api/cart/flyer-code" | "/api/cart/program-id") => [r#"{"code":"#, "}"],
                ("post", "/api/erp/price-personalized/") => [r#"{"storeKey":"fieldhouse","quantity":1,"sku":"#, "}"],
                ("post", "/api/erp/price-personalized/all/") => {
                    [r#"{"storeKey":"fieldhouse","products":[{"quantity":1,"sku":"#, "}]}"]
                }
                ("post", "/api/cart/certificates") => [r#"{"place":"order","certificateNumber":"#, "}"],
                ("post", "/api/features/CertificateInput") => {
                    [r#"{"catalog":"BS","siteCode":"M_BSN2","certificateNumber":"#, "}"]
                }
                ("post", "/api/cart/recalculate") => [r#"{"cartId":"#, "}"],
                ("put", "/api/checkout/shipping") => [r#"{"address":{},"method":"standard","email":"#, "}"],
                ("put", "/api/checkout/buyer") => [r#"{"buysFor":"#, "}"],
                ("put", "/api/checkout/payment") => [r#"{"poFileName":"","poNumber":"#, "}"],
                ("post", "/api/catalog/articles") => [r#"{"skus":"#, "}"],
                ("post", "/api/orders") => [r#"{"cartId":"a","cartVersion":1,"reviewed":[],"totalCents":"#, "}"],
                ("post", "/api/orders/{id}/reorder" | "/api/account/lists/{id}/cart") => {
                    [r#"{"lines":[{"position":1,"quantity":"#, "}]}"]
                }
                ("post", "/api/order-look-ups") => [r#"{"email":"a@b.co","number":"#, "}"],
                (
                    "post",
                    "/api/auth/signin" | "/platform/{projectKey}/me/signup" | "/platform/{projectKey}/me/login",
                ) => [r#"{"password":"","email":"#, "}"],
                ("post", "/api/addresses/lookup") => [r#"{"city":"","state":"","zipCode":"","street":"#, "}"],
                ("post", "/api/features/Account/register") => [r#"{"title":"","email":"#, "}"],
                ("post", "/api/features/Account/password-check") => [r#"{"password":"#, "}"],
                ("post", "/api/features/Account/password-token") => [r#"{"storeKey":"","email":"#, "}"],
                ("post", "/api/features/Account/create-password" | "/api/invitations/accept") => [r#"{"token":"#, "}"],
                ("post", "/api/features/Account/update-password") => [r#"{"currentPassword":"#, "}"],
                ("post", "/api/features/Newsletter01") => [r#"{"email":"#, "}"],
                ("post", "/api/forms/{slug}") => [r#"{"website":"","values":"#, "}"],
                ("post", "/api/account/lists") => [r#"{"unit":"","name":"#, "}"],
                ("put", "/api/account/lists/{id}") => {
                    [r#"{"name":"","version":1,"rows":[{"sku":"","quantity":"#, "}]}"]
                }
                ("post", "/api/wishlist") => [r#"{"productId":"#, "}"],
                ("post", "/api/orders/{id}/cancellation") | ("put", "/api/account") => [r#"{"version":"#, "}"],
                ("post", "/api/account/addresses") | ("put", "/api/account/addresses/{id}") => {
                    [r#"{"company":"","firstName":"#, "}"]
                }
                ("post", "/api/account/people/{id}/invitations") => [r#"{"role":"buyer","email":"#, "}"],
                ("put", "/api/account/people/{id}/members/{member}") => [r#"{"role":"#, "}"],
                ("put", "/api/account/people/{id}/approval") => [r#"{"above":"#, "}"],
                ("post", "/api/account/approvals/{id}") => [r#"{"decision":"approved","note":"#, "}"],
                ("post", "/api/invitations/register") => [r#"{"person":{},"token":"#, "}"],
                ("post", "/api/account/change-requests") => [r#"{"role":"sold-to","message":"#, "}"],
                ("post", "/platform/{projectKey}/me") => {
                    [r#"{"version":1,"actions":[{"action":"setTitle","title":"#, "}]}"]
                }
                ("post", "/platform/{projectKey}/me/password") => {
                    [r#"{"version":1,"currentPassword":"","newPassword":"#, "}"]
                }
                ("post", "/platform/{projectKey}/me/password/reset") => [r#"{"newPassword":"","tokenValue":"#, "}"],
                ("post", "/platform/{projectKey}/me/payments") => {
                    [r#"{"amountPlanned":{"currencyCode":"USD","centAmount":"#, "}}"]
                }
                ("post", "/platform/{projectKey}/me/carts") => [r#"{"currency":"#, "}"],
                ("post", "/platform/{projectKey}/me/carts/{id}") => {
                    [r#"{"version":1,"actions":[{"action":"addLineItem","sku":"BAL100","quantity":"#, "}]}"]
                }
                (method, path) if path.starts_with("/desk/") => around_at_the_desk(method, path),
                other => panic!("{other:?} takes a body and is not in the table"),
            };
            let method = Method::from_bytes(method.to_uppercase().as_bytes()).unwrap();
            found.push(Operation { method, path: named(path, line), around });
        }
    }
    found
}

async fn send(visitor: &Visitor, token: &str, operation: &Operation, body: Vec<u8>) -> Answer {
    let bearer = ["Bearer ", token].concat();
    let headers: [(&str, &[u8]); 5] = [
        ("content-type", b"application/json"),
        ("idempotency-key", b"any"),
        ("authorization", bearer.as_bytes()),
        ("x-algolia-application-id", b"fieldhouse"),
        ("x-algolia-api-key", b"search-only-fieldhouse"),
    ];
    visitor.send_bytes(operation.method.clone(), &operation.path, &headers, body).await
}

fn judge(name: &str, operation: &Operation, body: &[u8], answer: &Answer) {
    let what = || format!("{name} to {}: {} gave {}", operation.path, String::from_utf8_lossy(body), answer.text);
    assert!(!answer.status.is_server_error(), "{}", what());
    if name.starts_with("n_") {
        assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{}", what());
    } else if name.starts_with("i_") {
        assert!(answer.status.is_client_error(), "{}", what());
    } else {
        assert!(!answer.text.contains("not valid JSON") && !answer.text.contains("not UTF-8"), "{}", what());
    }
}

#[tokio::test]
async fn r58_every_corner_of_json_is_judged_by_every_operation() {
    let app = TestApp::stocked().await;
    // Whoever may call everything: others are told so before their body is read.
    let visitor = customer(&app, Site::FIELDHOUSE, COACH).await;
    let (_, owner) = member(&app, OWNER, &grants(&[("owner", None)])).await;
    visitor.forge_cookie("fieldhouse-desk", &owner.cookie("fieldhouse-desk").unwrap());
    add_one(&visitor, "GLV100-L", 1).await;
    let token = Client::customer(&app, Site::FIELDHOUSE, COACH).await.token;
    let operations = operations(&lines(&cart(&visitor).await)[0].1);
    assert!(operations.len() >= 14 && VALUES.len() + BODIES.len() >= 150);
    for operation in &operations {
        for (name, value) in VALUES {
            let [before, after] = operation.around;
            let inside = |before: &str, after: &str| [before.as_bytes(), value, after.as_bytes()].concat();
            for body in [value.to_vec(), inside("[", "]"), inside(before, after)] {
                let answer = send(&visitor, &token, operation, body.clone()).await;
                judge(name, operation, &body, &answer);
            }
        }
        for (name, body) in BODIES {
            judge(name, operation, body, &send(&visitor, &token, operation, body.to_vec()).await);
        }
        for (name, open, close, depth) in [
            ("y_sixty_deep", "[", "]", 60),
            ("y_sixty_objects_deep", r#"{"a":{},"b":"#, "}", 60),
            ("i_thousand_deep", "[", "]", 1_000),
            ("n_hundred_thousand_open", "[", "", 100_000),
            ("i_hundred_thousand_deep", "[", "]", 100_000),
            ("n_hundred_thousand_objects", r#"{"a":"#, "", 100_000),
        ] {
            let body = [&open.repeat(depth), "0", &close.repeat(depth)].concat();
            judge(name, operation, body.as_bytes(), &send(&visitor, &token, operation, body.clone().into()).await);
            let inside = [operation.around[0], &body, operation.around[1]].concat();
            judge(name, operation, inside.as_bytes(), &send(&visitor, &token, operation, inside.clone().into()).await);
        }
    }
    assert_books(&app).await;
}
