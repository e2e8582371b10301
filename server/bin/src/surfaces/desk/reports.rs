//! Reports at the desk over HTTP: sales, late shipments, searches without a result.

use crate::surfaces::operations::{Operations, routes};
use axum::{
    Json,
    extract::State,
    http::header,
    response::{IntoResponse, Response},
};
use fieldhouse_core::sales::{
    late::LateShipmentsView,
    missed::MissedSearchesView,
    report::{SalesLinesView, SalesReportView},
};
use fieldhouse_kernel::{
    failure::Failure,
    http::{extract::ApiQuery, problem::ProblemBody},
};
use fieldhouse_shop::{
    desk::sales::{
        late, missed,
        period::DaysAsk,
        report::{self, SalesAsk},
    },
    state::AppState,
};

use super::caller::{Staff, may};

/// Routes of reports.
pub fn router() -> Operations {
    Operations::new()
        .routes(routes!(report_sales))
        .routes(routes!(export_sales))
        .routes(routes!(list_sales_lines))
        .routes(routes!(report_late))
        .routes(routes!(export_late))
        .routes(routes!(report_missed))
        .routes(routes!(export_missed))
}

/// Sales by day, brand, business unit, style or size, beside the same weekdays a year before
#[utoipa::path(
    get, path = "/desk/api/reports/sales", tag = "desk", params(SalesAsk),
    responses(
        (status = 200, body = SalesReportView), (status = 400, body = ProblemBody), (status = 401, body = ProblemBody),
        (status = 403, body = ProblemBody), (status = 404, body = ProblemBody),
    )
)]
async fn report_sales(
    State(state): State<AppState>,
    staff: Staff<may::AmountsView>,
    ApiQuery(ask): ApiQuery<SalesAsk>,
) -> Result<Json<SalesReportView>, Failure> {
    Ok(Json(report::report(&state, &staff, &ask).await?))
}

/// All rows of it as a CSV file
#[utoipa::path(
    get, path = "/desk/api/reports/sales.csv", tag = "desk", params(SalesAsk),
    responses(
        (status = 200, body = String, content_type = "text/csv"), (status = 400, body = ProblemBody),
        (status = 401, body = ProblemBody), (status = 403, body = ProblemBody), (status = 404, body = ProblemBody),
    )
)]
async fn export_sales(
    State(state): State<AppState>,
    staff: Staff<may::AmountsView>,
    ApiQuery(ask): ApiQuery<SalesAsk>,
) -> Result<Response, Failure> {
    Ok(csv_file(report::file(&state, &staff, &ask).await?))
}

fn csv_file((name, csv): (String, String)) -> Response {
    let disposition = ["attachment; filename=\"", &name, "\""].concat();
    let headers =
        [(header::CONTENT_TYPE, "text/csv; charset=utf-8".to_owned()), (header::CONTENT_DISPOSITION, disposition)];
    (headers, csv).into_response()
}

/// Today and the last seven days, a line each brand
#[utoipa::path(
    get, path = "/desk/api/reports/lines", tag = "desk",
    responses((status = 200, body = SalesLinesView), (status = 401, body = ProblemBody), (status = 403, body = ProblemBody))
)]
async fn list_sales_lines(
    State(state): State<AppState>,
    staff: Staff<may::AmountsView>,
) -> Result<Json<SalesLinesView>, Failure> {
    Ok(Json(report::lines(&state, &staff).await?))
}

/// Shipments that left late and orders that are late, by brand and month
#[utoipa::path(
    get, path = "/desk/api/reports/late", tag = "desk", params(DaysAsk),
    responses(
        (status = 200, body = LateShipmentsView), (status = 400, body = ProblemBody), (status = 401, body = ProblemBody),
        (status = 403, body = ProblemBody), (status = 404, body = ProblemBody),
    )
)]
async fn report_late(
    State(state): State<AppState>,
    staff: Staff<may::OrdersView>,
    ApiQuery(ask): ApiQuery<DaysAsk>,
) -> Result<Json<LateShipmentsView>, Failure> {
    Ok(Json(late::report(&state, &staff, &ask).await?))
}

/// All months of it as a CSV file
#[utoipa::path(
    get, path = "/desk/api/reports/late.csv", tag = "desk", params(DaysAsk),
    responses(
        (status = 200, body = String, content_type = "text/csv"), (status = 400, body = ProblemBody), (status = 401, body = ProblemBody),
        (status = 403, body = ProblemBody), (status = 404, body = ProblemBody),
    )
)]
async fn export_late(
    State(state): State<AppState>,
    staff: Staff<may::OrdersView>,
    ApiQuery(ask): ApiQuery<DaysAsk>,
) -> Result<Response, Failure> {
    Ok(csv_file(late::file(&state, &staff, &ask).await?))
}

/// What shoppers looked for and did not find, by brand
#[utoipa::path(
    get, path = "/desk/api/reports/searches", tag = "desk", params(DaysAsk),
    responses(
        (status = 200, body = MissedSearchesView), (status = 400, body = ProblemBody), (status = 401, body = ProblemBody),
        (status = 403, body = ProblemBody), (status = 404, body = ProblemBody),
    )
)]
async fn report_missed(
    State(state): State<AppState>,
    staff: Staff<may::CatalogueView>,
    ApiQuery(ask): ApiQuery<DaysAsk>,
) -> Result<Json<MissedSearchesView>, Failure> {
    Ok(Json(missed::report(&state, &staff, &ask).await?))
}

/// All texts of it as a CSV file
#[utoipa::path(
    get, path = "/desk/api/reports/searches.csv", tag = "desk", params(DaysAsk),
    responses(
        (status = 200, body = String, content_type = "text/csv"), (status = 400, body = ProblemBody), (status = 401, body = ProblemBody),
        (status = 403, body = ProblemBody), (status = 404, body = ProblemBody),
    )
)]
async fn export_missed(
    State(state): State<AppState>,
    staff: Staff<may::CatalogueView>,
    ApiQuery(ask): ApiQuery<DaysAsk>,
) -> Result<Response, Failure> {
    Ok(csv_file(missed::file(&state, &staff, &ask).await?))
}
