import { Navigate, Outlet, useLocation } from 'react-router'
import type { UserGroup } from '#domain/user'
import { useUser } from '../api.ts'
import { Loading } from '../parts/loading.tsx'
import { Problem } from '../parts/problem.tsx'
import { Waiting } from '../sign-in/waiting.tsx'
import { roleOf } from './roles.ts'

/**
 * Lets in whoever is signed in; others are sent to sign in and come back here afterwards. Who must set up a second
 * factor first, or waits to be admitted, gets no further than the profile.
 */
export const SignedInOnly = () => {
  const user = useUser()
  const { pathname, search } = useLocation()
  if (user.data && pathname !== '/profile') {
    const { secondFactor, groups, organisation, waitsFor } = user.data
    if (secondFactor === 'needed') return <Navigate replace to="/profile" />
    if (groups.length === 0)
      return <Waiting organisation={organisation?.name ?? 'your organisation'} waitsFor={waitsFor ?? []} />
  }
  if (user.data) return <Outlet />
  if (user.error) return <Problem error={user.error} retry={() => void user.refetch()} />
  if (user.isPending) return <Loading />
  const target = `${pathname}${search}`
  return <Navigate replace to={target === '/' ? '/login' : `/login?redirect=${encodeURIComponent(target)}`} />
}

/** What a redirect home tells of the page that was asked for: whose it is. */
export const notYoursOf = (state: unknown): string | null =>
  typeof state === 'object' && state !== null && 'notYours' in state && typeof state.notYours === 'string'
    ? state.notYours
    : null

/** Lets in these roles; other signed-in people are sent home, where it is said whose pages these are. */
export const Only = ({ roles, whose }: { roles: readonly UserGroup[]; whose: string }) => {
  const role = roleOf(useUser().data)
  return role && roles.includes(role) ? <Outlet /> : <Navigate replace to="/" state={{ notYours: whose }} />
}
