/** Name of the session cookie: browsers require its prefix over https, and reject it over plain http. */
export const sessionCookie = (publicUrl: string): string =>
  publicUrl.startsWith('https:') ? '__Host-session' : 'session'
