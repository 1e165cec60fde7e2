/** The name of the cookie that holds the session: over https browsers insist on its prefix, on plain http it does not work. */
export const sessionCookie = (publicUrl: string): string =>
  publicUrl.startsWith('https:') ? '__Host-session' : 'session'
