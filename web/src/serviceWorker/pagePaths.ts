/** The paths that the page handles, without the slash before them; equal to `PAGE_PATH` of the server. */
export const PAGE_PATH = String.raw`/?|/(t|day|rules|move)/[^/]*/?|/t/[^/]*/(replay(/\d+)?|projector)/?|/(days|operator|paper|play|practice|print|record|scores|verify|you)/?`;
