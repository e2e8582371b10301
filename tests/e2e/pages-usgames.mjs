// Every page of usgames, in a process of its own.
import { everyPage } from "./pages.mjs";
import { journeys } from "./world.mjs";

journeys([(world) => everyPage(world, "usgames")]);
