//! Drawings: caps, helmets, bows and what else is worn on head and hands.

use super::studio::{Drawing, Light, Paint, Piece, Stand};

/// The headwear.
pub const ALL: &[Drawing] = &[
    Drawing {
        name: "cap",
        stand: Stand::Floor(400, 590, 260),
        pieces: &[
            Piece {
                body: "M216 452C196 300 280 188 420 184C560 188 640 290 636 446C560 474 470 470 400 476C330 486 270 480 216 452Z",
                decor: &[
                    r#"<path d="M216 452C196 300 280 188 420 184C340 240 320 360 330 484H200Z" fill="{c}"/><path d="M430 180C340 240 318 360 330 486" fill="none" stroke="{s}" stroke-opacity=".5" stroke-width="4"/><path d="M430 182C520 240 548 360 540 474" fill="none" stroke="{s}" stroke-opacity=".4" stroke-width="4"/><path d="M422 180C330 230 306 360 318 486M440 180C532 240 560 360 552 474" fill="none" stroke="{c~}" stroke-width="1.8" stroke-dasharray="6 4" opacity=".5"/>"#,
                ],
                dark: "M560 220C640 280 650 380 640 460L560 474C600 400 600 300 560 220ZM216 452C330 486 480 470 636 446L636 420C480 446 330 456 214 420Z",
                bright: "M300 240C380 200 400 250 380 330C340 400 260 400 256 340C258 300 274 260 300 240Z",
                over: &[
                    r#"<ellipse cx="424" cy="186" rx="20" ry="10" fill="{t}" stroke="{c--}" stroke-opacity=".5" stroke-width="2"/><g fill="{c--}"><circle cx="372" cy="262" r="6"/><circle cx="500" cy="262" r="6"/></g><path d="M262 300H330V328H314V384H330V412H262V384H278V328H262Z" fill="{n}" stroke="{c--}" stroke-opacity=".6" stroke-width="3" transform="rotate(-5 296 356) translate(-6 0)"/>"#,
                ],
                ..Piece::NONE
            },
            Piece {
                body: "M214 446C290 482 400 486 470 470C430 540 300 590 180 574C118 562 100 534 128 510C158 486 190 470 214 446Z",
                paint: Paint::Second,
                bright: "M200 480C270 500 330 500 390 494C330 530 230 550 160 530Z",
                dark: "M120 550C230 590 380 560 460 490L470 510C400 600 200 620 110 570Z",
                over: &[
                    r#"<path d="M136 524C230 556 360 530 440 482M148 512C240 536 350 514 420 482M162 500C250 520 330 504 396 484" fill="none" stroke="{t~}" stroke-width="1.8" stroke-dasharray="6 4" opacity=".55"/>"#,
                ],
                ..Piece::NONE
            },
        ],
    },
    Drawing {
        name: "visor",
        stand: Stand::Floor(400, 590, 260),
        pieces: &[
            Piece {
                body: "M216 452C206 390 216 350 236 326C350 366 520 360 620 320C636 350 640 400 636 446C560 474 470 470 400 476C330 486 270 480 216 452Z",
                behind: &[r#"<path d="M236 326C300 280 560 270 620 320C560 350 420 366 236 326Z" fill="{c--}"/>"#],
                dark: "M216 452C330 486 480 470 636 446V420C480 446 330 456 214 420Z",
                bright: "M260 350C330 370 380 370 400 372C380 420 300 430 250 410Z",
                over: &[r#"<path d="M226 344C350 384 520 378 628 338" fill="none" stroke="{t}" stroke-width="6"/>"#],
                ..Piece::NONE
            },
            Piece {
                body: "M214 446C290 482 400 486 470 470C430 540 300 590 180 574C118 562 100 534 128 510C158 486 190 470 214 446Z",
                paint: Paint::Second,
                dark: "M120 550C230 590 380 560 460 490L470 510C400 600 200 620 110 570Z",
                bright: "M200 480C270 500 330 500 390 494C330 530 230 550 160 530Z",
                ..Piece::NONE
            },
        ],
    },
    Drawing {
        name: "beanie",
        stand: Stand::Floor(400, 640, 230),
        pieces: &[
            Piece {
                body: "M400 118C446 118 474 150 470 186C466 218 436 236 400 236C364 236 334 218 330 186C326 150 354 118 400 118Z",
                paint: Paint::Second,
                decor: &[
                    r#"<path d="M340 140L380 200M372 124L400 190M410 120L404 200M450 140L420 200M462 176L420 210M336 180L380 214M350 214L390 200M440 224L410 200" stroke="{ts}" stroke-opacity=".45" stroke-width="5" stroke-linecap="round"/>"#,
                ],
                light: Light::Ball,
                ..Piece::NONE
            },
            Piece {
                body: "M210 540C204 360 280 218 400 214C520 218 596 360 590 540Z",
                decor: &[
                    r#"<path d="M200 360H600V396H200ZM200 416H600V430H200Z" fill="{t}"/><path d="M400 210V560M352 216C300 300 290 420 290 560M448 216C500 300 510 420 510 560M316 236C256 320 244 430 240 560M484 236C544 320 556 430 560 560M376 212C344 300 340 420 340 560M424 212C456 300 460 420 460 560" fill="none" stroke="{s}" stroke-opacity=".42" stroke-width="6"/>"#,
                ],
                dark: "M206 520H594V560H206Z",
                bright: "M300 280C360 250 370 330 350 420C310 460 270 400 300 280Z",
                ..Piece::NONE
            },
            Piece {
                body: "M190 520C190 508 200 500 214 502C340 520 460 520 586 502C600 500 610 508 610 520L616 620C616 634 608 640 596 642C460 662 340 662 204 642C192 640 184 634 184 620Z",
                decor: &[
                    r#"<pattern id="{id}r" width="20" height="200" patternUnits="userSpaceOnUse"><path d="M0 0h8v200h-8z" fill="{s}" opacity=".4"/><path d="M10 0h4v200h-4z" fill="{h}" opacity=".16"/></pattern><path d="M180 490h440v180H180z" fill="url(#{id}r)"/>"#,
                ],
                over: &[
                    r#"<path d="M346 548H454V612H346Z" fill="{n}"/><path d="M358 594L400 560L442 594M372 604L400 582L428 604" fill="none" stroke="{c}" stroke-width="8"/>"#,
                ],
                ..Piece::NONE
            },
        ],
    },
    Drawing {
        name: "helmet",
        stand: Stand::Floor(400, 690, 240),
        pieces: &[Piece {
            body: "M190 470C150 280 260 130 430 130C560 132 640 220 650 330C654 372 640 392 606 396L470 404C446 410 440 440 452 476C470 530 470 570 440 600C400 630 330 640 290 620C230 590 204 540 190 470Z",
            light: Light::Ball,
            decor: &[
                r#"<path d="M200 360C220 220 320 140 450 132C560 140 630 200 650 300L600 260C540 190 460 170 390 182C300 200 240 270 230 420Z" fill="{t}"/><path d="M216 380C240 250 330 170 450 156C540 160 600 200 640 270" fill="none" stroke="{c}" stroke-width="14"/>"#,
            ],
            bright: "M290 230C360 170 470 180 500 210C420 210 340 250 300 330C270 320 270 260 290 230Z",
            over: &[
                r##"<ellipse cx="352" cy="464" rx="34" ry="40" fill="{c--}"/><ellipse cx="352" cy="464" rx="20" ry="26" fill="#0B1018"/><path d="M300 560C380 590 430 640 470 680C500 700 530 690 540 660" fill="none" stroke="#E9EDF1" stroke-width="20"/><path d="M300 560C380 590 430 640 470 680" fill="none" stroke="#9AA5B1" stroke-width="3" stroke-dasharray="8 5"/>"##,
                r##"<g fill="none" stroke-linecap="round"><path id="{id}k" d="M452 440C520 420 620 420 690 452C704 500 700 560 676 610C620 640 540 640 460 590M460 520C540 540 630 540 700 520M610 426C620 500 612 570 588 630M606 396C650 400 684 420 692 452" stroke="{t--}" stroke-width="20"/><path d="M452 437C520 417 620 417 690 449C704 497 700 557 676 607C620 637 540 637 460 587M460 517C540 537 630 537 700 517M610 423C620 497 612 567 588 627M606 393C650 397 684 417 692 449" stroke="{t}" stroke-width="12"/><path d="M456 433C520 414 620 414 686 446M464 513C540 531 630 531 694 514" stroke="#fff" stroke-opacity=".5" stroke-width="3"/></g><g fill="#C3CBD4"><circle cx="456" cy="436" r="9"/><circle cx="462" cy="588" r="9"/><circle cx="306" cy="556" r="9"/></g>"##,
            ],
            ..Piece::NONE
        }],
    },
    Drawing {
        name: "batting-helmet",
        stand: Stand::Floor(400, 660, 250),
        pieces: &[
            Piece {
                body: "M560 372C650 366 716 388 744 424C752 438 744 448 728 450C672 452 620 448 566 440Z",
                paint: Paint::Second,
                light: Light::Gloss,
                bright: "M590 386C640 382 690 396 716 416C670 410 630 408 590 410Z",
                ..Piece::NONE
            },
            Piece {
                body: "M168 440C136 280 238 132 402 130C536 130 612 232 618 372C620 402 606 424 582 434L548 442C544 520 530 612 474 652C424 676 336 668 302 622C278 582 262 532 254 480C226 482 184 474 168 440Z",
                light: Light::Ball,
                dark: "M254 480C340 490 470 476 550 444L548 474C470 504 350 512 258 504Z",
                bright: "M250 230C310 160 410 160 460 190C390 196 320 240 290 320C240 320 224 270 250 230Z",
                over: &[
                    r##"<path d="M176 448C240 480 420 470 590 424" fill="none" stroke="{c~}" stroke-width="2.5" opacity=".5"/><g fill="{c--}"><ellipse cx="316" cy="214" rx="24" ry="8" transform="rotate(-30 316 214)"/><ellipse cx="404" cy="186" rx="24" ry="8"/><ellipse cx="492" cy="214" rx="24" ry="8" transform="rotate(30 492 214)"/></g><ellipse cx="420" cy="548" rx="46" ry="54" fill="{c--}"/><ellipse cx="424" cy="552" rx="34" ry="42" fill="#0B1018"/><path d="M392 530C400 516 420 510 436 516" fill="none" stroke="{c+}" stroke-width="5" opacity=".6"/>"##,
                    r#"<path d="M470 300H556V328H530V396H496V328H470Z" fill="{n}" stroke="{c--}" stroke-opacity=".6" stroke-width="3" transform="skewY(-6) translate(0 52)"/>"#,
                ],
                ..Piece::NONE
            },
        ],
    },
    Drawing {
        name: "mitt",
        stand: Stand::Floor(400, 700, 220),
        pieces: &[
            Piece {
                body: "M470 210C560 190 640 260 650 350C650 420 620 480 570 500C500 480 450 360 470 210Z",
                paint: Paint::Second,
                decor: &[
                    r#"<path d="M470 230L640 470M500 210L650 420M540 200L660 370M460 300L570 500M640 260L470 440M660 320L500 480M600 220L460 380M560 190L450 310" stroke="{c}" stroke-width="11"/><path d="M640 260L470 440M660 320L500 480M600 220L460 380" stroke="{ts}" stroke-opacity=".4" stroke-width="3"/>"#,
                ],
                ..Piece::NONE
            },
            Piece {
                body: "M250 690C196 640 170 560 176 470C140 420 108 350 130 304C146 276 182 290 200 330C196 240 196 170 232 150C266 138 286 180 292 240C290 170 300 112 338 106C378 102 396 160 396 232C404 168 424 124 460 134C496 146 500 210 490 280C484 340 492 400 520 440C560 450 600 420 626 396C654 400 664 440 652 480C632 550 570 620 500 664C420 712 310 726 250 690Z",
                light: Light::Ball,
                decor: &[
                    r#"<path d="M270 480C290 410 400 372 470 420C520 460 500 560 430 600C350 640 264 590 270 480Z" fill="{c-}"/><path d="M292 500C312 440 400 410 454 446C490 480 474 550 420 576C356 604 288 580 292 500Z" fill="{c--}" opacity=".35"/>"#,
                ],
                dark: "M200 330C214 400 230 440 262 470L290 460C250 420 232 380 218 330ZM292 240C292 330 304 390 330 420L350 410C322 370 314 310 310 240ZM396 232C390 310 396 370 420 404L440 400C416 360 410 300 412 232ZM490 280C480 350 490 400 516 436L500 450C466 410 466 340 474 280Z",
                bright: "M218 190C246 170 262 230 262 320C236 330 212 270 218 190ZM322 140C352 130 366 190 362 290C336 300 314 220 322 140ZM430 170C456 160 466 220 456 300C432 310 420 230 430 170ZM160 500C180 480 200 560 240 640C200 620 160 560 160 500Z",
                over: &[
                    r#"<path d="M196 500C210 590 260 650 340 664C430 672 530 620 590 540" fill="none" stroke="{t}" stroke-width="9" stroke-dasharray="20 14"/><path d="M196 506C210 596 260 656 340 670C430 678 530 626 590 546" fill="none" stroke="{c--}" stroke-opacity=".35" stroke-width="3"/><path d="M232 176C240 170 252 176 256 186M332 132C342 126 354 132 358 142M440 158C450 152 460 158 464 168M146 330C154 322 164 328 168 338" fill="none" stroke="{c~}" stroke-width="4"/><path d="M520 440C500 420 496 390 494 350M470 250C480 300 480 350 500 410" fill="none" stroke="{t}" stroke-width="9" stroke-dasharray="13 10"/><path d="M300 626H400V664H300Z" fill="{t}" stroke="{c--}" stroke-opacity=".5" stroke-width="2" transform="rotate(4 350 645)"/><path d="M318 650L350 632L382 650" fill="none" stroke="{c}" stroke-width="7"/>"#,
                ],
                ..Piece::NONE
            },
        ],
    },
    Drawing {
        name: "glove",
        stand: Stand::Hung,
        pieces: &[Piece {
            body: "M290 700C286 640 270 600 256 540C240 500 200 460 176 410C164 378 196 362 220 386C244 410 262 436 280 440C276 340 266 240 276 180C284 150 320 152 328 184C334 240 336 300 346 330C350 260 352 190 360 140C368 112 404 112 410 142C414 200 410 270 416 330C426 270 434 210 446 166C456 140 488 146 490 176C488 240 478 300 476 350C492 310 508 270 526 244C544 226 568 240 564 268C552 340 530 420 524 500C520 580 516 640 516 700C440 720 360 720 290 700Z",
            decor: &[
                r#"<path d="M296 400C340 380 470 390 520 420L510 520C440 490 340 490 280 520Z" fill="{t}"/><path d="M276 200L330 196M278 250L334 246M356 170L412 170M354 220L414 220M442 196L490 204M434 250L486 256M520 268L562 280M508 320L552 330" stroke="{c--}" stroke-opacity=".5" stroke-width="6"/><path d="M270 600H530V730H270Z" fill="{t}"/>"#,
            ],
            dark: "M346 330C340 380 350 420 366 450L380 440C362 400 360 360 360 330ZM416 330C410 380 414 420 424 450L440 440C428 400 430 370 430 330ZM280 440C290 500 300 540 330 570L350 560C310 520 300 480 296 440Z",
            bright: "M290 200C310 190 312 260 316 330C300 340 284 260 290 200ZM374 160C394 150 394 220 390 310C374 320 368 230 374 160Z",
            over: &[
                r#"<path d="M276 612C360 632 440 632 520 612M278 690C360 708 440 708 516 690" fill="none" stroke="{t~}" stroke-width="2" stroke-dasharray="6 4"/><path d="M320 630H470V682H320Z" fill="{c}" stroke="{c--}" stroke-opacity=".4" stroke-width="2"/>"#,
            ],
            ..Piece::NONE
        }],
    },
    Drawing {
        name: "bow",
        stand: Stand::Hung,
        pieces: &[
            Piece {
                body: "M380 400C340 500 300 600 240 690L310 680L340 730C380 640 410 520 420 420Z",
                paint: Paint::Second,
                decor: &[r#"<path d="M392 420C360 520 330 610 286 690" fill="none" stroke="{c}" stroke-width="16"/>"#],
                ..Piece::NONE
            },
            Piece {
                body: "M420 400C460 500 500 600 560 690L490 680L460 730C420 640 390 520 380 420Z",
                paint: Paint::Second,
                decor: &[r#"<path d="M408 420C440 520 470 610 514 690" fill="none" stroke="{c}" stroke-width="16"/>"#],
                ..Piece::NONE
            },
            Piece {
                body: "M400 330C320 220 220 160 130 190C90 260 90 400 130 470C220 500 320 440 400 370C480 440 580 500 670 470C710 400 710 260 670 190C580 160 480 220 400 330Z",
                decor: &[
                    r#"[[<path d="M380 334C310 250 220 200 140 210L126 250C220 240 310 280 376 344ZM380 366C310 430 220 470 140 454L126 414C220 420 310 390 376 356Z" fill="{t}"/>]]"#,
                ],
                dark: "M390 340C320 300 270 290 220 300C280 320 330 340 386 356ZM410 340C480 300 530 290 580 300C520 320 470 340 414 356ZM130 330C120 300 120 260 140 220L160 240C146 280 144 380 160 430L130 440Z",
                bright: "M180 220C250 220 320 270 350 310C290 290 220 280 170 290ZM470 300C530 250 590 230 640 240C600 260 540 290 480 330Z",
                ..Piece::NONE
            },
            Piece {
                body: "M362 300C380 288 420 288 438 300C452 330 452 380 438 410C420 420 380 420 362 410C348 380 348 330 362 300Z",
                paint: Paint::Second,
                ..Piece::NONE
            },
        ],
    },
    Drawing {
        name: "grad-cap",
        stand: Stand::Floor(400, 640, 240),
        pieces: &[
            Piece {
                body: "M240 380C260 340 540 340 560 380L570 520C540 580 260 580 230 520Z",
                dark: "M230 400C340 450 460 450 570 400V460C460 500 340 500 230 460Z",
                bright: "M270 480C300 500 340 510 360 512V556C310 550 270 536 250 516Z",
                ..Piece::NONE
            },
            Piece {
                body: "M400 190L700 330L400 468L100 330Z",
                light: Light::Gloss,
                bright: "M400 210L560 284L400 300L240 300Z",
                over: &[
                    r#"<path d="M100 330L400 468L700 330V340L400 480L100 340Z" fill="{c--}"/><path d="M400 328C480 320 560 330 612 352C640 366 640 400 640 440" fill="none" stroke="{t-}" stroke-width="8"/><path d="M400 325C480 317 560 327 612 349C638 363 638 400 638 440" fill="none" stroke="{t}" stroke-width="5"/><ellipse cx="400" cy="326" rx="20" ry="11" fill="{t}" stroke="{t--}" stroke-width="2"/><path d="M622 440H656L668 580C650 588 628 588 610 580Z" fill="{t}"/><path d="M626 470L620 584M634 470L632 586M644 470L648 586M652 470L660 582" stroke="{ts}" stroke-opacity=".5" stroke-width="3"/><path d="M618 436H660V462H618Z" fill="{t-}"/>"#,
                ],
                ..Piece::NONE
            },
        ],
    },
];
