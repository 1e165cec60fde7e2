import { useUser } from '../../api.ts'

/** Is the reader staff of the market operator? Only for what a page says; what it may do comes with each resource. */
export const useIsOperator = (): boolean => {
  const groups = useUser().data?.groups ?? []
  return groups.includes('admin') || groups.includes('sysadmin')
}
