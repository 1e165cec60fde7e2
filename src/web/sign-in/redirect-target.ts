/**
 * Target after signing in: only within this site, and never the sign-in page itself. Prevents open redirects.
 */
export const redirectTarget = (asked: string | null, origin = location.origin): string => {
  if (!asked || !URL.canParse(asked, origin)) return '/'
  const target = new URL(asked, origin)
  const path = `${target.pathname}${target.search}${target.hash}`
  // Two slashes at the beginning of a path would be read as the name of another site.
  const isWithin = target.origin === origin && new URL(path, origin).origin === origin
  return isWithin && !path.startsWith('//') && target.pathname !== '/login' ? path : '/'
}
