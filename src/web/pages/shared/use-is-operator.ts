import { useUser } from '../../api/api.ts'

/**
 * Returns true if the reader is staff of the market operator. Use it for texts only; permissions come with
 * each resource.
 */
export const useIsOperator = (): boolean => {
  const groups = useUser().data?.groups ?? []
  return groups.includes('admin') || groups.includes('sysadmin')
}
