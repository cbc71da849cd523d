/**
 * Keeps libraries from reporting to their vendors what they see here. `@apollo/gateway` reads its setting when it is
 * constructed, and takes it from the environment alone: this comes first.
 */
export function disableVendorReports(): void {
  process.env['APOLLO_TELEMETRY_DISABLED'] = '1';
}
