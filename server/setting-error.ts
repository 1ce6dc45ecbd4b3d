/** A wrong setting that prevents the server's start. The message names the variable. */
export class SettingError extends Error {}
