/** The account of the signed-in subscriber. It is also read before the page's code is loaded. */
export function ownAccountCall(id: number) {
  return { path: '/tapi/v1/listPaged/team', query: { filter_id: id, my: 'yes', myId: id } } as const;
}
