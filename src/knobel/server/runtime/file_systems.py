"""The kinds of file systems that are mounted on this machine, where Linux tells them."""

import re
from pathlib import Path

MOUNTS = Path("/proc/self/mountinfo")
NETWORK_KINDS = frozenset({
    "9p", "afs", "beegfs", "ceph", "cifs", "davfs", "fuse.glusterfs", "fuse.rclone", "fuse.s3fs", "fuse.sshfs",
    "fuse.vmhgfs-fuse", "glusterfs", "gpfs", "lustre", "ncpfs", "nfs", "nfs4", "prl_fs", "smb2", "smb3", "smbfs",
    "vboxsf", "virtiofs", "vmhgfs",
})  # fmt: skip
"""Kinds of file systems that other machines, or the host of this one, can use too."""


def network_kind(path: Path) -> str | None:
    """Return the kind of the file system of a file or folder if other machines share it, otherwise None."""
    try:
        lines = MOUNTS.read_text(encoding="utf-8", errors="surrogateescape").splitlines()
    except OSError:
        return None
    place = path.resolve()
    best, kind = -1, ""
    for line in lines:
        mounted, _, mount = line.partition(" - ")
        point = Path(re.sub(r"\\([0-7]{3})", lambda found: chr(int(found[1], 8)), mounted.split()[4]))
        # A later mount at the same place hides the earlier one.
        if place.is_relative_to(point) and len(point.parts) >= best:
            best, kind = len(point.parts), mount.split()[0]
    return kind if kind in NETWORK_KINDS else None
