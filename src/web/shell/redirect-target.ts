/** Where to go after signing in: only within this site, and never back to the sign-in page. */
export const redirectTarget = (asked: string | null): string => {
  if (!asked) return '/'
  try {
    const target = new URL(asked, location.origin)
    if (target.origin !== location.origin || target.pathname === '/login') return '/'
    return `${target.pathname}${target.search}${target.hash}`
  } catch {
    return '/'
  }
}
