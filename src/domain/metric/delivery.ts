export const DELIVERIES = ['Creation', 'Enhancement'] as const
export type Delivery = (typeof DELIVERIES)[number]
export const DELIVERY_LABELS: Record<Delivery, string> = {
  Creation: 'Created anew',
  Enhancement: 'Enhanced: the habitat before stays or becomes a better one',
}
