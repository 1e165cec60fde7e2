import { Navigate, Outlet, useLocation } from 'react-router'
import type { UserGroup } from '#domain/people/user'
import { useUser } from '../api/api.ts'
import { LoadingPlaceholder, LoadingError } from '../parts/page/query-boundary.tsx'
import { WaitingForAdmission } from '../sign-in/waiting.tsx'
import { roleOf } from './roles.ts'

/**
 * Admits signed-in users; others are redirected to the sign-in page and come back afterwards. Users who must
 * set up a second factor, or who wait to be admitted, reach only their profile.
 */
export const SignInGuard = () => {
  const user = useUser()
  const { pathname, search } = useLocation()
  if (user.data && pathname !== '/profile') {
    const { secondFactor, groups, organisation, waitsFor } = user.data
    if (secondFactor === 'needed') return <Navigate replace to="/profile" />
    if (groups.length === 0)
      return (
        <WaitingForAdmission
          organisation={organisation?.name ?? 'your organisation'}
          waitsFor={waitsFor ?? []}
        />
      )
  }
  if (user.data) return <Outlet />
  if (user.error) return <LoadingError error={user.error} retry={() => void user.refetch()} />
  if (user.isPending) return <LoadingPlaceholder />
  const target = `${pathname}${search}`
  return <Navigate replace to={target === '/' ? '/login' : `/login?redirect=${encodeURIComponent(target)}`} />
}

/** Audience of the page from which a user was redirected home; null without such a redirect. */
export const deniedPageAudience = (state: unknown): string | null =>
  typeof state === 'object' && state !== null && 'notYours' in state && typeof state.notYours === 'string'
    ? state.notYours
    : null

/**
 * Admits users with these roles; other signed-in users are redirected home, which says for whom these pages are.
 */
export const RoleGuard = ({ roles, whose }: { roles: readonly UserGroup[]; whose: string }) => {
  const role = roleOf(useUser().data)
  return role && roles.includes(role) ? <Outlet /> : <Navigate replace to="/" state={{ notYours: whose }} />
}
