// Every page of fieldhouse, in a process of its own.
import { everyPage } from "./pages.mjs";
import { journeys } from "./world.mjs";

journeys([(world) => everyPage(world, "fieldhouse")]);
