//! Drawings: balls and other round things.

use super::studio::{Drawing, Light, Paint, Piece, Stand};

const ROUND: &str = "M400 136A264 264 0 1 1 400 664A264 264 0 1 1 400 136Z";
const FLOOR: Stand = Stand::Floor(400, 676, 220);
const BALL: Piece = Piece { body: ROUND, light: Light::Ball, ..Piece::NONE };

/// The balls.
pub const ALL: &[Drawing] = &[
    Drawing {
        name: "football",
        stand: Stand::Floor(400, 640, 250),
        pieces: &[Piece {
            body: "M96 520C120 360 240 200 430 170C540 154 650 170 704 196C700 330 640 480 490 570C370 640 200 640 110 590C98 570 94 546 96 520Z",
            light: Light::Ball,
            decor: &[
                r#"<pattern id="{id}p" width="12" height="12" patternUnits="userSpaceOnUse"><circle cx="3" cy="3" r="2" fill="{c--}" opacity=".35"/><circle cx="9" cy="9" r="2" fill="{c+}" opacity=".3"/></pattern><path d="M80 150h640v500H80z" fill="url(#{id}p)"/><path d="M150 330C220 380 270 450 290 640L240 650C220 480 180 400 116 366ZM500 140C520 240 570 330 690 400L660 440C530 360 474 260 456 150Z" fill="{t}"/><path d="M96 560C260 540 560 400 706 210" fill="none" stroke="{c--}" stroke-width="5" opacity=".75"/><path d="M96 566C264 548 566 408 708 216" fill="none" stroke="{c+}" stroke-width="3" opacity=".5"/>"#,
            ],
            over: &[
                r##"<path d="M292 452C350 424 410 384 462 338" fill="none" stroke="{s}" stroke-opacity=".5" stroke-width="16"/><path d="M290 446C348 418 408 378 460 332" fill="none" stroke="#F6F7F8" stroke-width="10" stroke-linecap="round"/><path d="M290 410L322 466M324 392L358 446M358 372L392 424M390 348L426 398M420 322L458 370" stroke="#10161F" stroke-opacity=".3" stroke-width="14" stroke-linecap="round"/><path d="M288 406L320 462M322 388L356 442M356 368L390 420M388 344L424 394M418 318L456 366" stroke="#F6F7F8" stroke-width="11" stroke-linecap="round"/>"##,
            ],
            ..Piece::NONE
        }],
    },
    Drawing {
        name: "basketball",
        stand: FLOOR,
        pieces: &[Piece {
            decor: &[
                r##"<pattern id="{id}p" width="13" height="13" patternUnits="userSpaceOnUse"><circle cx="3" cy="3" r="2.4" fill="{c--}" opacity=".38"/><circle cx="9.5" cy="9.5" r="2.4" fill="{c+}" opacity=".45"/></pattern><path d="M130 130h540v540H130z" fill="url(#{id}p)"/><g fill="none" stroke="{t--}" stroke-width="13"><path d="M396 130C470 250 480 540 420 670M130 420C260 350 540 350 672 416M204 204C330 300 340 480 236 612M600 214C500 300 490 470 580 596"/></g><g fill="none" stroke="#fff" stroke-opacity=".2" stroke-width="3"><path d="M404 130C478 250 488 540 428 670M130 430C260 360 540 360 672 426"/></g>"##,
            ],
            ..BALL
        }],
    },
    Drawing {
        name: "soccer-ball",
        stand: FLOOR,
        pieces: &[Piece {
            decor: &[
                r#"<g fill="{t}" stroke="{t--}" stroke-opacity=".4" stroke-width="3"><path d="M400 300L494 368L458 478H342L306 368Z"/><path d="M400 124L330 152L356 204H444L470 152ZM136 330L170 268L226 290L230 372L160 406ZM664 330L630 268L574 290L570 372L640 406ZM220 590L238 526L310 548L332 620L270 660ZM580 590L562 526L490 548L468 620L530 660Z"/></g><path d="M400 300V204M494 368L570 340M458 478L490 548M342 478L310 548M306 368L230 340M356 204L226 290M444 204L574 290M230 372L238 526M570 372L562 526M332 620H468" fill="none" stroke="{c--}" stroke-opacity=".55" stroke-width="5"/>"#,
            ],
            ..BALL
        }],
    },
    Drawing {
        name: "volleyball",
        stand: FLOOR,
        pieces: &[Piece {
            decor: &[
                r#"<path d="M400 400C340 300 330 200 360 120L120 130L130 430C230 470 330 450 400 400Z" fill="{t}"/><path d="M400 400C520 410 610 460 660 540L540 690L320 670C310 560 340 460 400 400Z" fill="{t}" opacity=".28"/><g fill="none" stroke="{c--}" stroke-opacity=".6" stroke-width="6"><path d="M400 400C340 300 330 200 360 120M400 400C330 450 230 470 126 436M400 400C460 300 560 250 680 260M400 400C520 410 610 460 672 550M400 400C340 460 310 560 330 680M320 420C270 330 256 250 280 150M220 440C180 360 170 290 190 220M462 320C440 240 440 180 470 130M560 270C520 200 510 170 540 150M440 470C400 540 400 600 430 670M540 440C500 520 500 580 530 650"/></g>"#,
            ],
            ..BALL
        }],
    },
    Drawing {
        name: "baseball",
        stand: FLOOR,
        pieces: &[Piece {
            decor: &[
                r#"[[<path d="M222 190C330 290 330 510 222 610" fill="none" stroke="{c--}" stroke-opacity=".35" stroke-width="5"/><path d="M226 236L272 214M252 276L302 262M270 320L322 314M280 366L332 368M280 412L332 422M270 458L320 476M252 504L298 528M228 548L270 580" stroke="{t}" stroke-width="9" stroke-linecap="round"/>]]"#,
            ],
            ..BALL
        }],
    },
    Drawing {
        name: "softball",
        stand: FLOOR,
        pieces: &[Piece {
            decor: &[
                r#"<pattern id="{id}p" width="16" height="16" patternUnits="userSpaceOnUse"><circle cx="4" cy="4" r="1.6" fill="{c--}" opacity=".25"/></pattern><path d="M130 130h540v540H130z" fill="url(#{id}p)"/><path d="M136 300C260 360 420 330 470 140M664 500C540 440 380 470 330 662" fill="none" stroke="{c--}" stroke-opacity=".35" stroke-width="5"/><path d="M176 292L164 346M220 300L216 354M266 302L270 354M312 294L324 344M354 276L374 322M392 248L420 286M424 210L460 238M444 168L484 184M624 508L636 454M580 500L584 446M534 498L530 446M488 506L476 456M446 524L426 478M408 552L380 514M376 590L340 562M356 632L316 616" stroke="{t}" stroke-width="9" stroke-linecap="round"/>"#,
            ],
            ..BALL
        }],
    },
    Drawing {
        name: "playground-ball",
        stand: FLOOR,
        pieces: &[Piece {
            decor: &[
                r#"<pattern id="{id}p" width="18" height="18" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path d="M0 0h18v2.500H0zM0 0v18h2.500V0z" fill="{c--}" opacity=".3"/></pattern><path d="M130 130h540v540H130z" fill="url(#{id}p)"/><path d="M130 400C260 330 540 330 670 400V424C540 354 260 354 130 424Z" fill="{c-}" opacity=".7"/>"#,
            ],
            over: &[
                r##"<ellipse cx="486" cy="500" rx="20" ry="17" fill="{c--}"/><ellipse cx="486" cy="498" rx="9" ry="7" fill="#0B1018"/><path d="M320 520L372 484L424 520M330 552L372 522L414 552" fill="none" stroke="{n}" stroke-width="15" transform="rotate(-8 372 520)"/>"##,
            ],
            ..BALL
        }],
    },
    Drawing {
        name: "foam-ball",
        stand: FLOOR,
        pieces: &[Piece {
            decor: &[
                r#"<pattern id="{id}p" width="30" height="30" patternUnits="userSpaceOnUse"><circle cx="5" cy="7" r="2.5" fill="{c--}" opacity=".3"/><circle cx="20" cy="4" r="1.6" fill="{c--}" opacity=".3"/><circle cx="13" cy="20" r="2" fill="{c--}" opacity=".25"/><circle cx="25" cy="24" r="2.6" fill="{c+}" opacity=".5"/></pattern><path d="M130 130h540v540H130z" fill="url(#{id}p)"/>"#,
            ],
            ..BALL
        }],
    },
    Drawing {
        name: "medicine-ball",
        stand: FLOOR,
        pieces: &[Piece {
            decor: &[
                r#"<path d="M300 120C250 280 250 520 300 680H500C550 520 550 280 500 120Z" fill="{t}"/><path d="M300 120C250 280 250 520 300 680M500 120C550 280 550 520 500 680M130 320C300 290 500 290 670 320M130 480C300 510 500 510 670 480" fill="none" stroke="{c--}" stroke-width="6" opacity=".7"/><path d="M288 120C238 280 238 520 288 680M512 120C562 280 562 520 512 680M130 310C300 280 500 280 670 310M130 490C300 520 500 520 670 490" fill="none" stroke="{c+}" stroke-width="2.5" stroke-dasharray="9 6" opacity=".8"/>"#,
            ],
            over: &[
                r#"<circle cx="400" cy="400" r="74" fill="{c}" stroke="{c+}" stroke-width="5"/><path d="M356 412L400 378L444 412M364 440L400 412L436 440" fill="none" stroke="{n}" stroke-width="15"/>"#,
            ],
            ..BALL
        }],
    },
    Drawing {
        name: "stability-ball",
        stand: FLOOR,
        pieces: &[Piece {
            decor: &[
                r#"<g fill="none" stroke="{c--}" stroke-opacity=".28" stroke-width="4"><ellipse cx="400" cy="400" rx="264" ry="60"/><ellipse cx="400" cy="330" rx="254" ry="56"/><ellipse cx="400" cy="260" rx="224" ry="46"/><ellipse cx="400" cy="200" rx="172" ry="32"/><ellipse cx="400" cy="470" rx="254" ry="56"/><ellipse cx="400" cy="540" rx="224" ry="46"/><ellipse cx="400" cy="600" rx="172" ry="32"/></g>"#,
            ],
            over: &[
                r##"<path d="M250 270C280 210 330 176 390 170C340 200 300 240 282 290Z" fill="#fff" opacity=".35"/>"##,
            ],
            ..BALL
        }],
    },
    Drawing {
        name: "disc",
        stand: Stand::Floor(400, 590, 300),
        pieces: &[Piece {
            body: "M90 420C90 300 230 230 400 230C570 230 710 300 710 420C710 520 570 580 400 580C230 580 90 520 90 420Z",
            light: Light::Gloss,
            decor: &[
                r#"<g fill="none" stroke="{s}" stroke-opacity=".3" stroke-width="4"><ellipse cx="400" cy="392" rx="296" ry="150"/><ellipse cx="400" cy="388" rx="270" ry="132"/><ellipse cx="400" cy="384" rx="244" ry="116"/></g><ellipse cx="400" cy="380" rx="180" ry="84" fill="none" stroke="{t}" stroke-width="18"/><ellipse cx="400" cy="380" rx="140" ry="62" fill="{t}"/>"#,
            ],
            over: &[
                r#"<path d="M340 388L400 350L460 388M360 406L400 380L440 406" fill="none" stroke="{c}" stroke-width="13"/><path d="M94 440C130 530 270 570 400 570C530 570 670 530 706 440" fill="none" stroke="{c+}" stroke-width="4" opacity=".7"/>"#,
            ],
            ..Piece::NONE
        }],
    },
    Drawing {
        name: "puck",
        stand: Stand::Floor(420, 640, 240),
        pieces: &[
            Piece {
                body: "M560 96L596 108L330 560L256 584L176 570C152 562 148 536 172 528L282 516Z",
                paint: Paint::Second,
                light: Light::Gloss,
                decor: &[
                    r#"<path d="M176 570C152 562 148 536 172 528L282 516L340 540L256 590Z" fill="{c}"/><path d="M556 90L600 106L570 160L528 146Z" fill="{c}"/>"#,
                ],
                over: &[
                    r#"<path d="M536 160L560 168M516 196L540 204M496 230L520 238" stroke="{t--}" stroke-width="5" opacity=".6"/>"#,
                ],
                ..Piece::NONE
            },
            Piece {
                body: "M360 566C360 536 420 520 490 520C560 520 620 536 620 566V610C620 640 560 656 490 656C420 656 360 640 360 610Z",
                light: Light::Gloss,
                decor: &[r#"<ellipse cx="490" cy="566" rx="130" ry="44" fill="{c+}" opacity=".6"/>"#],
                over: &[
                    r#"<ellipse cx="490" cy="566" rx="96" ry="28" fill="none" stroke="{n}" stroke-opacity=".8" stroke-width="6"/>"#,
                ],
                ..Piece::NONE
            },
        ],
    },
];
