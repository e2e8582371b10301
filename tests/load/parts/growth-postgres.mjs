// Growth on PostgreSQL: the rows of growth on SQLite once more, each size in a server of its own.
import { withPostgres } from "../desk-databases.mjs";
import { measureGrowth, SIZES } from "./growth.mjs";

export const title = "Growth on PostgreSQL";

const withServers = (many, act, servers = []) =>
  many === 0 ? act(servers) : withPostgres((server) => withServers(many - 1, act, [...servers, server]));

export const measure = (row) => withServers(SIZES.length, (servers) => measureGrowth(row, servers));
