/** A setting that keeps the server from starting. The message names the variable. */
export class SettingError extends Error {}
