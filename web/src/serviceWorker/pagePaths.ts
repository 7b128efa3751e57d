/** The paths that the page handles, without the slash before them; equal to `PAGE_PATH` of the server. */
export const PAGE_PATH = String.raw`/?|/(t|day|rules|move|cup)/[^/]*/?|/t/[^/]*/(replay(/\d+)?|projector)/?|/cup/[^/]*/(projector|season|deal/\d+)/?|/(cup|days|operator|paper|play|practice|print|record|scores|verify|you)/?`;
