export const DELIVERY_METHODS = ['Creation', 'Enhancement'] as const
export type DeliveryMethod = (typeof DELIVERY_METHODS)[number]
export const DELIVERY_METHOD_LABELS: Record<DeliveryMethod, string> = {
  Creation: 'Created',
  Enhancement: 'Enhanced: the existing habitat is improved or becomes a better one',
}
