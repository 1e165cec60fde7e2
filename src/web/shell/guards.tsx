import { Navigate, Outlet, useLocation } from 'react-router'
import type { UserGroup } from '#domain/user'
import { useUser } from '../api.ts'
import { Loading } from '../parts/loading.tsx'
import { Problem } from '../parts/problem.tsx'
import { roleOf } from './roles.ts'

/** Lets in whoever is signed in; others are sent to sign in and come back here afterwards. */
export const SignedInOnly = () => {
  const user = useUser()
  const { pathname, search } = useLocation()
  if (user.data) return <Outlet />
  if (user.error) return <Problem error={user.error} retry={() => void user.refetch()} />
  if (user.isPending) return <Loading />
  const target = `${pathname}${search}`
  return <Navigate replace to={target === '/' ? '/login' : `/login?redirect=${encodeURIComponent(target)}`} />
}

/** Lets in these roles; other signed-in people are sent home. */
export const Only = ({ roles }: { roles: readonly UserGroup[] }) => {
  const role = roleOf(useUser().data)
  return role && roles.includes(role) ? <Outlet /> : <Navigate replace to="/" />
}
